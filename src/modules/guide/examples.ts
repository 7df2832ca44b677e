import { recommendedBody, takesSize } from './recommended-values';
import { type GuideFacts, runsOn } from './guide-facts';
import { replacementCheckpoint } from './replacement-checkpoint';
import type { DescribedWorkflow } from '../workflows/public/workflow-records';

/** A workflow that the caller can run now, and what a request for it sends besides a file. */
export interface Example {
  readonly kind: DescribedWorkflow['kind'];
  readonly fields: Readonly<Record<string, unknown>>;
  /** The param that takes the picture it starts from; `null`: it starts from words. */
  readonly picture: string | null;
  /** The model reads the words; else they are only kept with the job. */
  readonly readsWords: boolean;
  readonly modes: readonly string[];
  /** Can its result have this size? */
  readonly makes: (width: number, height: number) => boolean;
}

export interface Examples {
  readonly picture: Example | null;
  readonly edit: Example | null;
  readonly upscale: Example | null;
  readonly clip: Example | null;
  readonly motion: Example | null;
}

/** Fields of the body that an example shows: what is made, not how. */
const SHOWN = ['width', 'height', 'length', 'fps', 'guidance'];

/** One example of each sort, where there is one that runs here now; at worst with another checkpoint. Pure. */
export function chooseExamples({ workflows, nodes }: GuideFacts): Examples {
  const able = workflows
    .filter((workflow) => runsOn(workflow, nodes).length > 0)
    .map((workflow) => ({ workflow, fields: {} }));
  const standing = workflows.flatMap((workflow) => {
    const standIn = replacementCheckpoint(workflow, nodes);
    return standIn ? [{ workflow, fields: { [standIn.param]: standIn.file } }] : [];
  });
  const choose = (modes: readonly string[], picture: boolean): Example | null =>
    chosen(able, modes, picture) ?? chosen(standing, modes, picture);
  return {
    picture: choose(['t2i'], false),
    edit: choose(['edit'], true) ?? choose(['i2i'], true),
    upscale: choose(['upscale'], true),
    clip: choose(['t2v'], false),
    motion: choose(['i2v'], true),
  };
}

interface Candidate {
  readonly workflow: DescribedWorkflow;
  /** What a request must send for it to run. */
  readonly fields: Readonly<Record<string, unknown>>;
}

function chosen(
  candidates: readonly Candidate[],
  modes: readonly string[],
  picture: boolean,
): Example | null {
  const found = candidates
    .filter(({ workflow }) => modes.some((mode) => workflow.modes.includes(mode)))
    .flatMap(({ workflow, fields }) => {
      const example = exampleOf(workflow, fields);
      return example && (example.picture !== null) === picture ? [{ workflow, example }] : [];
    });
  return middle(found)?.example ?? null;
}

/** Shipped ones first; neither the smallest nor the heaviest of them. */
function middle<T extends { readonly workflow: DescribedWorkflow }>(found: readonly T[]) {
  const shipped = found.filter(({ workflow }) => workflow.source === 'builtin');
  const sorted = (shipped.length > 0 ? shipped : found).toSorted(
    (a, b) => memory(a.workflow) - memory(b.workflow),
  );
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

const memory = ({ requirements }: DescribedWorkflow): number => requirements.vram_gb ?? Infinity;

/** `null` where a request needs more than words and one picture. */
function exampleOf(workflow: DescribedWorkflow, fields: Candidate['fields']): Example | null {
  const required = Object.entries(workflow.params).filter(
    ([name, { required: needed }]) => needed && name !== 'prompt',
  );
  const [first] = required;
  if (required.length > 1 || (first && first[1].type !== 'image')) return null;
  return {
    ...{ kind: workflow.kind, modes: workflow.modes, picture: first?.[0] ?? null },
    readsWords: workflow.params['prompt']?.binds.length !== 0,
    fields: { ...fieldsOf(workflow), ...fields },
    makes: (width, height) => takesSize(workflow, width, height),
  };
}

/** Words of an imported workflow may be anybody's: none of them go into the guide. */
function fieldsOf(workflow: DescribedWorkflow): Readonly<Record<string, unknown>> {
  const body = recommendedBody(workflow);
  const shown = SHOWN.map((name) => [name, body[name]] as const).filter(
    ([, value]) => typeof value === 'number',
  );
  const words = workflow.source === 'builtin' ? body['prompt'] : undefined;
  return {
    ...{ workflow: workflow.id, provider: 'auto' },
    prompt: words ?? 'a red fox in fresh snow, soft morning light',
    ...Object.fromEntries(shown),
  };
}
