/** The option or argument of each field. */
const NAMES: Readonly<Record<string, string>> = {
  id: '<id>',
  is_admin: '--admin',
  allowed_characters: '--characters',
  allowed_workflows: '--workflows',
  max_concurrent_jobs: '--max-concurrent',
};

type Loc = readonly (string | number)[];

/** The option or argument of a location such as `["body", "allowed_workflows", 1]`: `["--workflows", 1]`. Pure. */
export function optionAt([, field = '', ...positions]: Loc): Loc {
  return [NAMES[field] ?? String(field), ...positions];
}

/** The same for people: `--workflows, item 2`. Pure. */
export function optionNameAt(loc: Loc): string {
  const [name = '', position] = optionAt(loc);
  return typeof position === 'number' ? `${name}, item ${position + 1}` : String(name);
}
