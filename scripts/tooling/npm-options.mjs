/**
 * Options of each command, spelled as npm puts them into the environment when `--` is missing. `character` and `workflow`
 * are no options, but likely typos.
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
  const taken = (OPTIONS[script] ?? []).filter((name) => env[`npm_config_${name}`] !== undefined);
  if (taken.length === 0) return undefined;
  const names = taken.map((name) =>
    // npm passes `--no-admin` as an empty `admin`.
    name === 'admin' && env.npm_config_admin === ''
      ? '--no-admin'
      : `--${name.replaceAll('_', '-')}`,
  );
  const start = argument ?? FIRST_ARGUMENTS[script] ?? '<options>';
  return (
    `npm took ${names.join(' and ')} for itself; nothing was done. ` +
    `Put -- before the command: npm run ${script} -- ${start} …` +
    (taken.join() === 'json' ? ` (where .npmrc sets json: npx kinora ${script} …)` : '')
  );
}
