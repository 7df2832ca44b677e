import { generate } from '../../../api/generation';
import { randomId } from '../../../api/ids';
import { batchJobs, createBatch } from '../../../api/batches';
import { queryClient } from '../../../api/query-client';
import { workflowQuery } from '../../../api/workflows';
import {
  batchBody,
  drawSeed,
  type FormState,
  type GenerateRequest,
  needsBatch,
  paramOfRole,
  requestsOf,
  sentValue,
  toRequest,
  withOverrides,
  withValue,
} from '../model';
import { createStore, useStore } from './external-store';
import { formStore, patchForm } from './form-state';

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
  /** How many jobs the caller may still add before the service refuses more; null: any number. */
  readonly room?: number | null;
}

/**
 * Submits what the form holds.
 * @returns ids of the jobs, in order; of a batch those that exist already
 * @throws ApiError with the refused fields
 */
export async function submitForm(options: SubmitOptions = {}): Promise<readonly string[]> {
  const state = formStore.get();
  const workflow = await queryClient.ensureQueryData(workflowQuery(state.workflow));
  const seedParam = paramOfRole(workflow, 'seed');
  const request = toRequest(state);
  const body = withOverrides(request.body, options.overrides ?? {});
  const seeded = withSeed({ ...request, body }, seedParam);
  const ids = needsBatch(state, options.room ?? null)
    ? await submitBatch(state, seeded)
    : await submitEach(state, seeded, seedParam);
  addSubmitted(ids);
  return ids;
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

/** The first alone, so that a refusal is told once and before anything runs. */
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
