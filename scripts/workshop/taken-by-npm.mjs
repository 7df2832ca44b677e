/** Options of the key command line, and slips of the pen that npm would take as well, as npm puts them into the environment. */
const OPTIONS = [
  ...['admin', 'characters', 'character', 'workflows', 'workflow'],
  ...['max_concurrent', 'key_file', 'name', 'json'],
];

/**
 * What to tell who forgot `--` in `npm run keys -- …`: npm then keeps every option for itself, and a key that was
 * meant to be narrow would be made without limits. `undefined` where npm took nothing, or wasn't there.
 */
export function takenByNpm([command = 'create'], env) {
  if (env.npm_lifecycle_event !== 'keys') return undefined;
  const taken = OPTIONS.filter((option) => env[`npm_config_${option}`] !== undefined);
  if (taken.length === 0) return undefined;
  const names = taken.map((option) => nameOf(option, env[`npm_config_${option}`]));
  return (
    `npm took ${listed(names)} for itself; nothing was done. ` +
    `Put -- before the command: npm run keys -- ${command} …` +
    (taken.join() === 'json' ? ' (where .npmrc sets json: npx kinora keys …)' : '')
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
