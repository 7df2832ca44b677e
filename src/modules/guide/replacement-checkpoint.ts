import type { ProviderState } from '../providers/public/provider-directory';
import { BODY_FIELDS } from '../workflows/public/body-fields';
import type { DescribedWorkflow } from '../workflows/public/workflow-records';
import { onlineOf } from './guide-facts';

/** A model file that a node has, in the place of the one that a workflow names and no online node has. */
export interface ReplacementCheckpoint {
  readonly provider: string;
  /** The field of the body that takes it. */
  readonly param: string;
  readonly file: string;
}

/** Names of files come from nodes: only plain ones go into a call. */
export const SAFE_FILE_NAME = /^[\w ./\\()+-]{1,120}$/;
/** A checkpoint is a whole model. Other files stand for a part that must fit the rest, which only their owner knows. */
const FOLDER = 'checkpoints';

/** `null` where a workflow runs as it is, or lacks more on every online node than one checkpoint. Pure. */
export function replacementCheckpoint(
  workflow: DescribedWorkflow,
  nodes: readonly ProviderState[],
): ReplacementCheckpoint | null {
  const online = onlineOf(nodes);
  if (workflow.runnable_on.some((id) => online.includes(id))) return null;
  const found = workflow.requirements.missing
    .filter((node) => online.includes(node.provider))
    .flatMap((node) => {
      const lacked = onlyModel(node);
      const other = lacked ? otherFile(workflow, lacked) : null;
      return other ? [{ provider: node.provider, ...other }] : [];
    });
  return found[0] ?? null;
}

type Lacking = DescribedWorkflow['requirements']['missing'][number];
type LackedModel = Lacking['missing_models'][number];

/** The model, where it is all that a node lacks. */
function onlyModel(node: Lacking): LackedModel | null {
  const { missing_classes, missing_models, unsupported_values } = node;
  const [model, ...more] = missing_models;
  const others = missing_classes.length + unsupported_values.length + more.length;
  return model?.folder === FOLDER && others === 0 ? model : null;
}

function otherFile({ kind, params }: DescribedWorkflow, { file, nearest }: LackedModel) {
  const taker = Object.entries(params).find(
    ([name, { type, default: own }]) =>
      type === 'model' && own === file && BODY_FIELDS[kind].has(name),
  );
  const offered = (taker?.[1].choices ?? [])
    .map(String)
    .filter((name) => SAFE_FILE_NAME.test(name));
  const best = nearest.find((name) => offered.includes(name)) ?? offered[0];
  return taker && best !== undefined ? { param: taker[0], file: best } : null;
}
