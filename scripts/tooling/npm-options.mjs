/**
 * Options of each command, spelled as npm puts them into the environment when `--` is missing. `character` and `workflow`
 * are not options, but likely typos.
 */
const OPTIONS = {
  keys: [
    ...['admin', 'characters', 'character', 'workflows', 'workflow'],
    ...['max_concurrent', 'key_file', 'name', 'json'],
  ],
  doctor: ['repair', 'remove_lost', 'thorough', 'json'],
  backup: ['keep', 'json'],
  restore: ['json'],
  workflows: ['id', 'name', 'manifest', 'json'],
  demo: ['exit'],
  'demo:film': ['keep'],
  'demo:training': ['keep'],
  simulator: ['port', 'host', 'step_ms', 'data_dir', 'previews', 'faults'],
  'simulator:training': ['port', 'data_dir', 'root', 'steps_per_second', 'token'],
  'studio:shots': ['only'],
  bench: ['json', 'only', 'media', 'postgres'],
  'test:workflows': ['models'],
};

const OF_SERVICE = ['config', 'host', 'port', 'data_dir', 'database_url', 'log_level'];
const OF_DEMO = ['port', 'data_dir', 'log_level'];
/** Options that users may try where the setting is an environment variable: `port` for `KINORA_PORT`. */
const SETTINGS = {
  start: OF_SERVICE,
  dev: OF_SERVICE,
  demo: OF_DEMO,
  'demo:film': OF_DEMO,
  'demo:training': OF_DEMO,
};

/** What the message suggests after `--` when the user typed no argument. */
const FIRST_ARGUMENTS = {
  keys: '<command>',
  workflows: '<command>',
  backup: '<folder>',
  restore: '<folder>',
};

/** How the user started the command: `npm run demo --` if npm runs the script, else `npx kinora demo`. */
export function programName(command, env) {
  return env.npm_lifecycle_event === command ? `npm run ${command} --` : `npx kinora ${command}`;
}

/**
 * The message for `npm run keys create … --workflows x` without `--` before `create`: npm keeps the options, so the key
 * would be created without its limits. `undefined` if npm took no option.
 */
export function optionsTakenByNpm(script, [argument], env) {
  if (env.npm_lifecycle_event !== script) return undefined;
  const takenOf = (names = []) => names.filter((name) => env[`npm_config_${name}`] !== undefined);
  const taken = takenOf(OPTIONS[script]);
  const settings = takenOf(SETTINGS[script]);
  if (taken.length + settings.length === 0) return undefined;
  const names = [...taken, ...settings].map((name) =>
    // npm passes `--no-admin` as an empty `admin`.
    name === 'admin' && env.npm_config_admin === ''
      ? '--no-admin'
      : `--${name.replaceAll('_', '-')}`,
  );
  const nothingDone = `npm took ${names.join(' and ')} for itself; nothing was done. `;
  if (settings.length > 0) {
    const command = script === 'start' ? 'npm start' : `npm run ${script}`;
    const options = taken.length > 0 ? ` -- ${names.slice(0, taken.length).join(' ')}` : '';
    const variables = settings.map((name) => variable(name, env[`npm_config_${name}`])).join(' ');
    return `${nothingDone}Settings are environment variables: ${variables} ${command}${options}`;
  }
  const start = argument ?? FIRST_ARGUMENTS[script] ?? '<options>';
  return (
    `${nothingDone}Put -- before the command: npm run ${script} -- ${start} …` +
    (taken.join() === 'json' ? ` (where .npmrc sets json: npx kinora ${script} …)` : '')
  );
}

/** `KINORA_PORT=8000`, as it is typed into a shell; npm passes a missing value as `true`. */
function variable(name, value) {
  const isPlain = value !== 'true' && /^[\w.:@/-]+$/.test(value);
  return `KINORA_${name.toUpperCase()}=${isPlain ? value : '…'}`;
}
