import { onSignOut } from '../../../api/sign-out';
import { omit } from '../../../ui/omit';
import { emptyForm, type FormState, type LoraChoice } from '../model';
import type { NotRestored } from '../restore';
import { lastWorkflow, readDraft, rememberWorkflow, writeDraft } from './drafts';
import { createStore, useStore } from '../../../ui/external-store';

/** A change is written this long after the last one. */
const DRAFT_DELAY_MS = 300;

/** The form in view. */
export const formStore = createStore<FormState>(emptyForm('', 'image'));
/** What the last applied request had that the form can't have. */
export const notRestoredStore = createStore<readonly NotRestored[]>([]);

let account = '';
let isSignedOut = false;
/** Runs while there is something to save. */
let timer: ReturnType<typeof setTimeout> | undefined;

formStore.subscribe(() => {
  clearTimeout(timer);
  timer = setTimeout(saveDraft, DRAFT_DELAY_MS);
});
addEventListener('pagehide', saveDraft);
// The page is left after signing out, which must not store the drafts again.
onSignOut(() => {
  isSignedOut = true;
});

/** Stores what has changed since the last time. Nothing else: another tab may have stored a newer draft. */
export function saveDraft(): void {
  if (timer === undefined) return;
  clearTimeout(timer);
  timer = undefined;
  const state = formStore.get();
  if (account === '' || state.workflow === '' || isSignedOut) return;
  writeDraft(account, state);
  rememberWorkflow(account, state.workflow);
}

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
  const others = omit(formStore.get().values, name);
  patchForm({ values: value === undefined ? others : { ...others, [name]: value } });
  clearError(name);
}

/** Sets one param of a workflow that may be out of view by now: then in its draft. */
export function setParamOf({ workflow, type }: FormState, name: string, value: unknown): void {
  if (formStore.get().workflow === workflow) {
    setParam(name, value);
    return;
  }
  if (isSignedOut) return;
  const draft = readDraft(account, workflow, type) ?? emptyForm(workflow, type);
  writeDraft(account, { ...draft, values: { ...draft.values, [name]: value } });
}

/** What the API refused, by the name of the param or field. */
export const errorStore = createStore<Readonly<Record<string, string>>>({});

export const useFieldError = (name: string): string | undefined =>
  useStore(errorStore, (errors) => errors[name]);

/** A field that was changed is no longer wrong until it is sent again. */
export function clearError(name: string): void {
  if (!(name in errorStore.get())) return;
  errorStore.set(omit(errorStore.get(), name));
}

export function setPrompt(prompt: string): void {
  patchForm({ prompt });
  clearError('prompt');
}

export const setLoras = (loras: readonly LoraChoice[]): void => patchForm({ loras });

/**
 * Opens the drafts of an account, and returns the workflow that it used last. The page stays with its first account:
 * it is reloaded for another one, and what is written here must not become a draft of that one.
 */
export function openDrafts(of: string): string | undefined {
  if (account === '') account = of;
  return lastWorkflow(account);
}

/** Shows the draft of a workflow. One that has no draft yet begins with the words and the cast of the form in view. */
export function showWorkflow(id: string, type: FormState['type']): void {
  const current = formStore.get();
  if (current.workflow === id) return;
  saveDraft();
  const draft = readDraft(account, id, type) ?? emptyForm(id, type);
  const prompt = draft.prompt === '' ? current.prompt : draft.prompt;
  const cast = draft.cast.length === 0 ? current.cast : draft.cast;
  notRestoredStore.set([]);
  errorStore.set({});
  formStore.set({ ...draft, prompt, cast });
  if (prompt === draft.prompt && cast.length === draft.cast.length) {
    // Nothing is new: it must not be written over what another tab stores meanwhile.
    clearTimeout(timer);
    timer = undefined;
    if (!isSignedOut) rememberWorkflow(account, id);
  }
}
