import { recommendedBody } from './recommended-values';
import { type GuideFacts, onlineNodesFor } from './guide-facts';
import { replacementCheckpoint } from './replacement-checkpoint';
import { recommendedWorkflow } from '../workflows/public/recommended-workflow';
import type { DescribedWorkflow } from '../workflows/public/workflow-records';

/** A workflow that the caller can run, with the fields of an example request. */
export interface Example {
  readonly kind: DescribedWorkflow['kind'];
  readonly fields: Readonly<Record<string, unknown>>;
  /** The field `seed`, if the workflow takes one. */
  readonly seed: { readonly seed?: number };
  /** The param for the source picture; `null` when it starts from text. */
  readonly picture: string | null;
  /** Whether the model uses the prompt; otherwise it is only recorded. */
  readonly usesPrompt: boolean;
}

export interface Examples {
  readonly picture: Example | null;
  readonly edit: Example | null;
  readonly upscale: Example | null;
  readonly clip: Example | null;
  readonly motion: Example | null;
}

/** Numeric fields that an example shows: those that describe the result. */
const SHOWN = ['width', 'height', 'length', 'fps', 'guidance'];

/**
 * One example per section of the guide: a workflow that runs on an online node, else one that runs there with another checkpoint,
 * else one that waits for an offline node.
 */
export function chooseExamples({ workflows, nodes }: GuideFacts): Examples {
  const runnable = workflows
    .filter(({ runnable_on }) => runnable_on.length > 0)
    .map((workflow) => ({ workflow, fields: {} }));
  const online = runnable.filter(({ workflow }) => onlineNodesFor(workflow, nodes).length > 0);
  const withReplacement = workflows.flatMap((workflow) => {
    const replacement = replacementCheckpoint(workflow, nodes);
    return replacement ? [{ workflow, fields: { [replacement.param]: replacement.file } }] : [];
  });
  const choose = (modes: readonly string[], takesPicture: boolean): Example | null =>
    chooseFrom(online, modes, takesPicture) ??
    chooseFrom(withReplacement, modes, takesPicture) ??
    chooseFrom(runnable, modes, takesPicture);
  return {
    picture: choose(['t2i'], false),
    edit: choose(['edit'], true) ?? choose(['i2i'], true),
    upscale: choose(['upscale'], true),
    clip: choose(['t2v'], false),
    motion: choose(['i2v'], true),
  };
}

/** The workflow of this id as an example, if the caller may use it and a node can run it. */
export function exampleFor({ workflows }: GuideFacts, id: string): Example | null {
  const workflow = workflows.find((one) => one.id === id && one.runnable_on.length > 0);
  return workflow ? exampleOf(workflow, {}) : null;
}

interface Candidate {
  readonly workflow: DescribedWorkflow;
  /** Fields that a request must send, so that the workflow can run. */
  readonly fields: Readonly<Record<string, unknown>>;
}

function chooseFrom(
  candidates: readonly Candidate[],
  modes: readonly string[],
  takesPicture: boolean,
): Example | null {
  const examples = candidates
    .filter(({ workflow }) => modes.some((mode) => workflow.modes.includes(mode)))
    .flatMap(({ workflow, fields }) => {
      const example = exampleOf(workflow, fields);
      return example && (example.picture !== null) === takesPicture ? [{ workflow, example }] : [];
    });
  const recommended = recommendedWorkflow(examples.map(({ workflow }) => workflow));
  return examples.find(({ workflow }) => workflow === recommended)?.example ?? null;
}

/** `null` when the workflow requires more than a prompt and one picture. */
function exampleOf(workflow: DescribedWorkflow, fields: Candidate['fields']): Example | null {
  const required = Object.entries(workflow.params).filter(
    ([name, { required: needed }]) => needed && name !== 'prompt',
  );
  const [first] = required;
  if (required.length > 1 || (first && first[1].type !== 'image')) return null;
  return {
    kind: workflow.kind,
    picture: first?.[0] ?? null,
    usesPrompt: workflow.params['prompt']?.binds.length !== 0,
    fields: { ...fieldsOf(workflow), ...fields },
    seed: workflow.params['seed'] ? { seed: 7 } : {},
  };
}

/** Texts of imported workflows are untrusted and don't go into the guide. */
function fieldsOf(workflow: DescribedWorkflow): Readonly<Record<string, unknown>> {
  const body = recommendedBody(workflow);
  const shown = SHOWN.map((name) => [name, body[name]] as const).filter(
    ([, value]) => typeof value === 'number',
  );
  const prompt = workflow.source === 'builtin' ? body['prompt'] : undefined;
  return {
    workflow: workflow.id,
    provider: 'auto',
    prompt: prompt ?? 'a red fox in fresh snow, soft morning light',
    ...Object.fromEntries(shown),
  };
}
