import { randomId } from '@kinora/client';
import { generate } from '../../../api/generation';
import { createBatch } from '../../../api/batches';
import { sendOnce } from '../../../api/once';
import { ownUnfinishedJobs } from '../../../api/own-jobs';
import { queryClient } from '../../../api/query-client';
import { sessionKey } from '../../../api/session';
import type { Session } from '../../../api/types';
import { loadWorkflow } from '../../../api/workflows';
import {
  batchBody,
  drawSeed,
  type GenerateRequest,
  needsBatch,
  paramOfRole,
  promptOrName,
  requestsOf,
  type RequestWorkflow,
  sentValue,
  type StoredRequest,
  toRequest,
  withValue,
} from '../model';
import { fromRequest, withoutLost } from '../restore';
import { createStore, useStore } from '../../../ui/external-store';
import { errorStore, formStore, notRestoredStore, patchForm, saveDraft } from './form-state';

/**
 * Sets the form to a stored request: every field of its body, absent ones cleared. What can't be restored shows above the
 * form.
 * @param options.keepSeed false: the next submit draws a new seed
 * @param options.signal aborted once another request is to be applied instead
 * @throws KinoraError if the workflow can't be used any more
 */
export async function applyRequest(
  stored: StoredRequest,
  options: { readonly keepSeed: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  const id = String(stored.body.workflow);
  const workflow = await loadWorkflow(id);
  options.signal?.throwIfAborted();
  saveDraft();
  const { state, notRestored } = fromRequest(stored, workflow, options);
  formStore.set(state);
  errorStore.set({});
  notRestoredStore.set(notRestored);
}

/** Takes out of the draft in view what the workflow lost since it was stored, and shows that above the form. */
export function fitDraft(workflow: RequestWorkflow): void {
  const draft = formStore.get();
  if (draft.workflow !== workflow.id) return;
  const { state, notRestored } = withoutLost(draft, workflow);
  if (notRestored.length === 0) return;
  formStore.set(state);
  notRestoredStore.set(notRestored);
}

const submitted = createStore<readonly string[]>([]);
/** As many as the strip ever shows. */
const MAX_SUBMITTED = 500;

/** Ids of the jobs and batches that this page submitted, newest first. */
export const useSubmitted = (): readonly string[] => useStore(submitted, (ids) => ids);

export function addSubmitted(ids: readonly string[]): void {
  const before = submitted.get().filter((id) => !ids.includes(id));
  submitted.set([...[...ids].reverse(), ...before].slice(0, MAX_SUBMITTED));
}

/**
 * Submits what the form holds. The stage follows each job as soon as it is accepted.
 * @throws KinoraError with the refused fields
 */
export async function submitForm(): Promise<void> {
  const form = formStore.get();
  const workflow = await loadWorkflow(form.workflow);
  const state = { ...form, prompt: promptOrName(form.prompt, workflow) };
  const seedParam = paramOfRole(workflow, 'seed');
  const asked = toRequest(state);
  await sendOnce(
    [asked, state.count, state.axis],
    () => {
      const request = withSeed(asked, seedParam);
      return {
        press: randomId(),
        batch: needsBatch(state, acceptedJobs())
          ? batchBody(state, request, workflow.params)
          : null,
        requests: requestsOf(request, state.count, seedParam),
      };
    },
    ({ press, batch, requests }) =>
      batch === null ? submitEach(requests, press) : submitBatch(batch, press),
  );
}

/** How many more unfinished jobs the service accepts of this account; null without a limit. */
function acceptedJobs(): number | null {
  const cap = queryClient.getQueryData<Session>(sessionKey)?.agent?.max_concurrent_jobs ?? null;
  return cap === null ? null : Math.max(0, cap - ownUnfinishedJobs().length);
}

/** Draws the seed here, so that the form can show it and all runs of one press follow it. */
function withSeed(request: GenerateRequest, seedParam: string | undefined): GenerateRequest {
  if (seedParam === undefined || sentValue(request, seedParam) !== undefined) return request;
  const seed = drawSeed();
  patchForm({ lastSeed: seed });
  return withValue(request, seedParam, seed);
}

async function submitBatch(body: ReturnType<typeof batchBody>, press: string): Promise<void> {
  const { id } = await createBatch(body, press);
  addSubmitted([id]);
}

/** One after another, so that a refusal is reported once. */
async function submitEach(requests: readonly GenerateRequest[], press: string): Promise<void> {
  for (const [index, { type, body }] of requests.entries()) {
    const { prompt_id: id } = await generate(type, body, `${press}-${index}`);
    if (id !== undefined) addSubmitted([id]);
  }
}
