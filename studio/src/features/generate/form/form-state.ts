import { queryClient } from '../../../api/query-client';
import { workflowQuery } from '../../../api/workflows';
import { emptyForm, type FormState, type LoraChoice, type StoredRequest } from '../model';
import { fromRequest, type NotRestored } from '../restore';
import { lastWorkflow, readDraft, writeDraft } from './drafts';
import { createStore, useStore } from './external-store';

/** A change is written this long after the last one. */
const DRAFT_DELAY_MS = 300;

/** The form in view. */
export const formStore = createStore<FormState>(emptyForm('', 'image'));
/** What the last applied request had that the form can't have. */
export const notRestoredStore = createStore<readonly NotRestored[]>([]);

let account = '';
let timer: ReturnType<typeof setTimeout> | undefined;

formStore.subscribe(() => {
  clearTimeout(timer);
  timer = setTimeout(saveDraft, DRAFT_DELAY_MS);
});
addEventListener('pagehide', saveDraft);

function saveDraft(): void {
  clearTimeout(timer);
  const state = formStore.get();
  if (account !== '' && state.workflow !== '') writeDraft(account, state);
}

/** The whole form. Renders on each change; a single control uses `useFormPart`. */
export const useGenerateForm = (): FormState => useStore(formStore, (state) => state);

/** One part of the form. Renders only when that part changes. */
export const useFormPart = <Part>(select: (state: FormState) => Part): Part =>
  useStore(formStore, select);

/** The value of one param; undefined: its default. */
export const useParam = (name: string): unknown =>
  useStore(formStore, ({ values }) => values[name]);

export const patchForm = (patch: Partial<FormState>): void =>
  formStore.set({ ...formStore.get(), ...patch });

/** Sets one param; undefined resets it to its default. */
export function setParam(name: string, value: unknown): void {
  const { [name]: _, ...others } = formStore.get().values;
  patchForm({ values: value === undefined ? others : { ...others, [name]: value } });
}

export const setLoras = (loras: readonly LoraChoice[]): void => patchForm({ loras });

/** Drafts belong to the account; another one doesn't see them. Answers the workflow used last. */
export function openDrafts(of: string): string | undefined {
  account = of;
  return lastWorkflow(of);
}

/** Shows the draft of a workflow. One that has no draft yet begins with the words and the cast of the form in view. */
export function showWorkflow(id: string, type: FormState['type']): void {
  const current = formStore.get();
  if (current.workflow === id) return;
  saveDraft();
  const draft = readDraft(account, id, type) ?? emptyForm(id, type);
  notRestoredStore.set([]);
  formStore.set({
    ...draft,
    prompt: draft.prompt === '' ? current.prompt : draft.prompt,
    cast: draft.cast.length === 0 ? current.cast : draft.cast,
  });
}

/**
 * Sets the form to a stored request: every field of its body, absent ones cleared.
 * @param options.keepSeed false: the next submit draws a new seed
 * @returns what can't be restored; it also shows above the form
 * @throws ApiError if the workflow can't be used any more
 */
export async function applyRequest(
  stored: StoredRequest,
  options: { readonly keepSeed: boolean },
): Promise<readonly NotRestored[]> {
  const id = String(stored.body['workflow']);
  const workflow = await queryClient.ensureQueryData(workflowQuery(id));
  saveDraft();
  const { state, notRestored } = fromRequest(stored, workflow, options);
  formStore.set(state);
  notRestoredStore.set(notRestored);
  return notRestored;
}
