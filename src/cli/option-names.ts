/** Where people wrote what a field holds. */
const NAMES: Readonly<Record<string, string>> = {
  id: '<id>',
  is_admin: '--admin',
  allowed_characters: '--characters',
  allowed_workflows: '--workflows',
  max_concurrent_jobs: '--max-concurrent',
};

type Place = readonly (string | number)[];

/** The option or argument behind a place such as `["body", "allowed_workflows", 1]`: `["--workflows", 1]`. Pure. */
export function optionAt([, field = '', ...positions]: Place): Place {
  return [NAMES[field] ?? String(field), ...positions];
}

/** The same as a person reads it: `--workflows, item 2`. Pure. */
export function optionNameAt(place: Place): string {
  const [name = '', position] = optionAt(place);
  return typeof position === 'number' ? `${name}, item ${position + 1}` : String(name);
}
