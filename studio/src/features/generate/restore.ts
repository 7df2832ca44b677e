import { omit } from '../../ui/omit';
import {
  type CastMember,
  emptyForm,
  EXTRA_FIELDS,
  fieldOf,
  type FormState,
  type LoraChoice,
  objectOf,
  paramOfRole,
  type RequestWorkflow,
  type StoredRequest,
} from './model';

/** A field of an earlier request that the form can't have again. */
export interface NotRestored {
  /** Name of the param, or of the body's field. */
  readonly field: string;
  readonly why: string;
}

/**
 * The form that sends a stored request again: every field of its body is set, absent ones are cleared, and what the caller can't
 * use any more is left out and listed.
 * @param keepSeed false: the next submit draws a new seed
 */
export function fromRequest(
  stored: StoredRequest,
  workflow: RequestWorkflow,
  { keepSeed }: { readonly keepSeed: boolean },
): { readonly state: FormState; readonly notRestored: readonly NotRestored[] } {
  const body = withoutUnavailable(stored);
  const { workflow: id, provider, prompt, character, characters, ...rest } = body;
  const { workflow_params, ...top } = omit(rest, 'submit');
  const further = objectOf(workflow_params);
  const { loras, ...fields } = { ...top, ...further };
  const { lora_checkpoint, lora_strength, ...others } = fields;
  const hasCheckpoint = typeof lora_checkpoint === 'string';
  const notRestored: NotRestored[] = stored.unavailable.map(({ loc, why }) => ({
    field: fieldOf(loc),
    why,
  }));
  const form = emptyForm(typeof id === 'string' ? id : workflow.id, stored.type);
  const sorted = sortFields(
    { ...others, ...(!hasCheckpoint && lora_strength !== undefined && { lora_strength }) },
    workflow,
  );
  for (const field of sorted.unknown) notRestored.push({ field, why: NOT_TAKEN });
  const state: FormState = {
    ...form,
    provider: typeof provider === 'string' ? provider : 'auto',
    prompt: typeof prompt === 'string' ? prompt : '',
    values: sorted.values,
    extra: sorted.extra,
    nodeInputs: sorted.nodeInputs,
    cast: castOf(character, characters),
    loras: [
      ...(hasCheckpoint ? [checkpointLora(lora_checkpoint, lora_strength)] : []),
      ...(Array.isArray(loras) ? loras.filter(isLora) : []),
    ],
  };
  const fitted = withoutLost(keepSeed ? state : withoutSeed(state, workflow), workflow);
  return { state: fitted.state, notRestored: [...notRestored, ...fitted.notRestored] };
}

const NOT_TAKEN = 'The workflow doesn’t take it any more.';

/** The form without what its workflow takes no longer: no control shows it, and the API would refuse it. */
export function withoutLost(
  state: FormState,
  { params }: Pick<RequestWorkflow, 'params'>,
): { readonly state: FormState; readonly notRestored: readonly NotRestored[] } {
  const loras = state.loras.filter(
    ({ isCheckpoint }) => (isCheckpoint ? 'lora_checkpoint' : 'loras') in params,
  );
  const lost = [
    ...Object.keys(state.values).filter((name) => !(name in params)),
    ...(loras.length < state.loras.length ? ['loras'] : []),
  ];
  if (lost.length === 0) return { state, notRestored: [] };
  return {
    state: { ...state, loras, values: omit(state.values, ...lost) },
    notRestored: lost.map((field) => ({ field, why: NOT_TAKEN })),
  };
}

const checkpointLora = (name: string, strength: unknown): LoraChoice => ({
  name,
  ...(typeof strength === 'number' && { strength }),
  isCheckpoint: true,
});

function sortFields(fields: Record<string, unknown>, workflow: RequestWorkflow) {
  const values: Record<string, unknown> = {};
  const extra: Record<string, unknown> = {};
  const nodeInputs: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) continue;
    if (name in workflow.params) values[name] = value;
    else if (EXTRA_FIELDS.has(name) || name === 'lora_strength') extra[name] = value;
    else if (name.startsWith('node_')) nodeInputs[name] = value;
    else unknown.push(name);
  }
  return { values, extra, nodeInputs, unknown };
}

function withoutSeed(state: FormState, workflow: RequestWorkflow): FormState {
  const name = paramOfRole(workflow, 'seed');
  if (name === undefined || !(name in state.values)) return state;
  const { [name]: seed, ...values } = state.values;
  return { ...state, values, lastSeed: typeof seed === 'number' ? seed : null };
}

/** Presets hold what somebody wrote: items that aren't what they should be are left out. */
const isLora = (value: unknown): value is LoraChoice => typeof objectOf(value).name === 'string';
const isMember = (value: unknown): value is CastMember => typeof objectOf(value).id === 'string';

function castOf(character: unknown, characters: unknown): readonly CastMember[] {
  if (Array.isArray(characters)) return characters.filter(isMember).map(withoutNulls);
  return typeof character === 'string' ? [{ id: character }] : [];
}

const withoutNulls = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null)) as T;

/** A copy of the body less what the caller can't use: the field, or the whole item of a list that needs it. */
function withoutUnavailable({ body, unavailable }: StoredRequest): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>;
  const backwards = unavailable
    .map(({ loc }) => loc.filter((part, index) => index > 0 || part !== 'body'))
    .sort((a, b) => compareIndexes(b, a));
  for (const loc of backwards) remove(copy, loc);
  return copy;
}

const compareIndexes = (a: readonly (string | number)[], b: readonly (string | number)[]) =>
  indexIn(a) - indexIn(b);
const indexIn = (loc: readonly (string | number)[]): number =>
  loc.find((part) => typeof part === 'number') ?? 0;

/** Fields without which an item of a list means nothing. */
const NEEDED = new Set<string | number | undefined>(['id', 'name']);

function remove(target: Record<string, unknown>, loc: readonly (string | number)[]): void {
  const path = [...loc];
  if (NEEDED.has(path.at(-1)) && typeof path.at(-2) === 'number') path.pop();
  const last = path.pop();
  if (last === undefined) return;
  let parent: unknown = target;
  for (const part of path) parent = objectOf(parent)[part];
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (typeof parent === 'object' && parent !== null) Reflect.deleteProperty(parent, last);
}
