/** Options of the command lines, and slips of the pen that npm would take as well, as npm puts them into the environment. */
const OPTIONS = {
  keys: [
    ...['admin', 'characters', 'character', 'workflows', 'workflow'],
    ...['max_concurrent', 'key_file', 'name', 'json'],
  ],
  workflows: ['id', 'name', 'manifest', 'json'],
};

/**
 * What to tell who forgot `--` in `npm run keys -- …`: npm then keeps every option for itself, and a key that was
 * meant to be narrow would be made without limits. `undefined` where npm took nothing, or wasn't there.
 * @param script the command line that runs, `keys` or `workflows`
 */
export function takenByNpm(script, [command = '<command>'], env) {
  if (env.npm_lifecycle_event !== script) return undefined;
  const taken = OPTIONS[script].filter((option) => env[`npm_config_${option}`] !== undefined);
  if (taken.length === 0) return undefined;
  const names = taken.map((option) => nameOf(option, env[`npm_config_${option}`]));
  return (
    `npm took ${listed(names)} for itself; nothing was done. ` +
    `Put -- before the command: npm run ${script} -- ${command} …` +
    (taken.join() === 'json' ? ` (where .npmrc sets json: npx kinora ${script} …)` : '')
  );
}

/** npm hands `--no-admin` on as an empty `admin`. */
function nameOf(option, value) {
  const dashed = option.replaceAll('_', '-');
  return option === 'admin' && value === '' ? '--no-admin' : `--${dashed}`;
}

function listed(names) {
  if (names.length === 1) return names[0];
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
