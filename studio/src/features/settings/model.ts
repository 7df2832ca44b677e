import { settingsWords } from './words';

interface Rights {
  readonly is_admin: boolean;
  readonly allowed_workflows: readonly string[];
  readonly allowed_characters: readonly string[];
  readonly max_concurrent_jobs: number | null;
}

/** What a key may do, in a few words. */
export function rightsText(rights: Rights): string {
  const { allowed_workflows: workflows, allowed_characters: characters } = rights;
  const jobs = rights.max_concurrent_jobs;
  const parts = rights.is_admin
    ? [settingsWords.admin]
    : [
        workflows.length === 0
          ? settingsWords.allWorkflows
          : settingsWords.someWorkflows(workflows.length),
        characters.length === 0
          ? settingsWords.allCharacters
          : settingsWords.someCharacters(characters.length),
      ];
  const text = [...parts, ...(jobs === null ? [] : [settingsWords.jobsAtATime(jobs)])].join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A command for a terminal that asks the service who the key is. */
export const curlLine = (origin: string, key: string): string =>
  `curl ${origin}/api/session -H 'Authorization: Bearer ${key}'`;
