import { type FormState } from '../model';
import { draftOf } from './draft-of';

/** Everything of these begins with it, so that signing out can remove it. */
const PREFIX = 'kinora.draft.';

const draftKey = (account: string, workflow: string) => `${PREFIX}${account}.${workflow}`;
const lastKey = (account: string) => `${PREFIX}${account}`;

/** The kept form of a workflow; undefined if there is none. */
export function readDraft(
  account: string,
  workflow: string,
  type: FormState['type'],
): FormState | undefined {
  try {
    const text = localStorage.getItem(draftKey(account, workflow));
    if (text === null) return undefined;
    return draftOf(JSON.parse(text), workflow, type);
  } catch {
    return undefined; // storage is blocked, or the draft can't be read: begin again
  }
}

export function writeDraft(account: string, state: FormState): void {
  try {
    localStorage.setItem(draftKey(account, state.workflow), JSON.stringify(state));
  } catch {
    // Storage is blocked or full: the draft lives as long as the page.
  }
}

export function rememberWorkflow(account: string, workflow: string): void {
  try {
    localStorage.setItem(lastKey(account), workflow);
  } catch {
    // Storage is blocked: the next page begins with another one.
  }
}

/** The workflow used last. */
export function lastWorkflow(account: string): string | undefined {
  try {
    return localStorage.getItem(lastKey(account)) ?? undefined;
  } catch {
    return undefined;
  }
}
