import { randomId } from '@kinora/client';
import { generate } from '../../../api/generation';
import { batchJobs, createBatch } from '../../../api/batches';
import { liveJobs } from '../../../api/live-jobs';
import { queryClient } from '../../../api/query-client';
import { sessionKey } from '../../../api/session';
import type { Session } from '../../../api/types';
import { loadWorkflow } from '../../../api/workflows';
import {
  batchBody,
  drawSeed,
  type FormState,
  type GenerateRequest,
  needsBatch,
  paramOfRole,
  promptOrName,
  requestsOf,
  sentValue,
  type StoredRequest,
  toRequest,
  withOverrides,
  withValue,
} from '../model';
import { fromRequest, type NotRestored } from '../restore';
import { createStore, useStore } from './external-store';
import { errorStore, formStore, notRestoredStore, patchForm, saveDraft } from './form-state';

/**
 * Sets the form to a stored request: every field of its body, absent ones cleared.
 * @param options.keepSeed false: the next submit draws a new seed
 * @param options.signal aborted once another request shall be applied instead
 * @returns what can't be restored; it also shows above the form
 * @throws ApiError if the workflow can't be used any more
 */
export async function applyRequest(
  stored: StoredRequest,
  options: { readonly keepSeed: boolean; readonly signal?: AbortSignal },
): Promise<readonly NotRestored[]> {
  const id = String(stored.body.workflow);
  const workflow = await loadWorkflow(id);
  options.signal?.throwIfAborted();
  saveDraft();
  const { state, notRestored } = fromRequest(stored, workflow, options);
  formStore.set(state);
  errorStore.set({});
  notRestoredStore.set(notRestored);
  return notRestored;
}

const submitted = createStore<readonly string[]>([]);
/** As many as the strip ever shows. */
const MAX_SUBMITTED = 500;

/** Ids of the jobs that this page submitted, newest first. */
export const useSubmitted = (): readonly string[] => useStore(submitted, (ids) => ids);

export function addSubmitted(ids: readonly string[]): void {
  const before = submitted.get().filter((id) => !ids.includes(id));
  submitted.set([...[...ids].reverse(), ...before].slice(0, MAX_SUBMITTED));
}

interface SubmitOptions {
  /** A merge patch on the body: null removes a field. */
  readonly overrides?: Readonly<Record<string, unknown>>;
}

/**
 * Submits what the form holds.
 * @returns ids of the jobs, in order; of a batch those that exist already
 * @throws ApiError with the refused fields
 */
export async function submitForm(options: SubmitOptions = {}): Promise<readonly string[]> {
  const form = formStore.get();
  const workflow = await loadWorkflow(form.workflow);
  const state = { ...form, prompt: promptOrName(form.prompt, workflow) };
  const seedParam = paramOfRole(workflow, 'seed');
  const request = toRequest(state);
  const body = withOverrides(request.body, options.overrides ?? {});
  const seeded = withSeed({ ...request, body }, seedParam);
  const ids = needsBatch(state, acceptedJobs())
    ? await submitBatch(state, seeded)
    : await submitEach(state, seeded, seedParam);
  addSubmitted(ids);
  return ids;
}

/** How many more unfinished jobs the service accepts of this account; null without a limit. */
function acceptedJobs(): number | null {
  const cap = queryClient.getQueryData<Session>(sessionKey)?.agent?.max_concurrent_jobs ?? null;
  return cap === null ? null : Math.max(0, cap - liveJobs.all().length);
}

/** Draws the seed here, so that the form can show it and all runs of one press follow it. */
function withSeed(request: GenerateRequest, seedParam: string | undefined): GenerateRequest {
  if (seedParam === undefined || sentValue(request, seedParam) !== undefined) return request;
  const seed = drawSeed();
  patchForm({ lastSeed: seed });
  return withValue(request, seedParam, seed);
}

async function submitBatch(state: FormState, request: GenerateRequest): Promise<readonly string[]> {
  const { id } = await createBatch(batchBody(state, request));
  return batchJobs(id);
}

/** One after another, so that a refusal is reported once and before anything runs. */
async function submitEach(
  state: FormState,
  request: GenerateRequest,
  seedParam: string | undefined,
): Promise<readonly string[]> {
  const press = randomId();
  const [first, ...others] = requestsOf(request, state.count, seedParam);
  if (first === undefined) return [];
  const send = ({ type, body }: GenerateRequest, index: number) =>
    generate(type, body, `${press}-${index}`);
  const answers = [await send(first, 0)];
  for (const [index, other] of others.entries()) answers.push(await send(other, index + 1));
  return answers.flatMap(({ prompt_id }) => prompt_id ?? []);
}
