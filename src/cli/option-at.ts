/** Where people wrote what a field holds. */
const NAMES: Readonly<Record<string, string>> = {
  id: '<id>',
  is_admin: '--admin',
  allowed_characters: '--characters',
  allowed_workflows: '--workflows',
  max_concurrent_jobs: '--max-concurrent',
};

/** The option or argument behind a place such as `["body", "allowed_workflows", 1]`, as a person typed it. Pure. */
export function optionAt([, field = '', position]: readonly (string | number)[]): string {
  const name = NAMES[field] ?? String(field);
  return typeof position === 'number' ? `${name}, item ${position + 1}` : name;
}
