import type { ProviderState } from '../providers/public/provider-directory';
import { GENERATE_FIELDS } from '../workflows/public/generate-fields';
import type { DescribedWorkflow } from '../workflows/public/workflow-records';
import { onlineOf } from './guide-facts';

/** A model file of a node that can replace the one that the workflow names and that no online node has. */
export interface ReplacementCheckpoint {
  readonly provider: string;
  /** The body field for it. */
  readonly param: string;
  readonly file: string;
}

/** File names come from nodes, so only simple ones go into example calls. */
export const SAFE_FILE_NAME = /^[\w ./\\()+-]{1,120}$/;
/** Only checkpoints are replaced: they are whole models, while other files must fit the rest of the workflow. */
const FOLDER = 'checkpoints';

/** `null` when the workflow runs as it is, or when every online node lacks more than one checkpoint. */
export function replacementCheckpoint(
  workflow: DescribedWorkflow,
  nodes: readonly ProviderState[],
): ReplacementCheckpoint | null {
  const online = onlineOf(nodes);
  if (workflow.runnable_on.some((id) => online.includes(id))) return null;
  const replacements = workflow.requirements.missing
    .filter((node) => online.includes(node.provider))
    .flatMap((node) => {
      const missing = onlyMissingModel(node);
      const other = missing ? otherFile(workflow, missing) : null;
      return other ? [{ provider: node.provider, ...other }] : [];
    });
  return replacements[0] ?? null;
}

type NodeRequirements = DescribedWorkflow['requirements']['missing'][number];
type MissingModel = NodeRequirements['missing_models'][number];

/** The missing checkpoint, if the node lacks nothing else. */
function onlyMissingModel(node: NodeRequirements): MissingModel | null {
  const { missing_classes, missing_models, unsupported_values } = node;
  const [model, ...more] = missing_models;
  const others = missing_classes.length + unsupported_values.length + more.length;
  return model?.folder === FOLDER && others === 0 ? model : null;
}

function otherFile({ kind, params }: DescribedWorkflow, { file, nearest }: MissingModel) {
  const param = Object.entries(params).find(
    ([name, { type, default: own }]) =>
      type === 'model' && own === file && GENERATE_FIELDS[kind].has(name),
  );
  const offered = (param?.[1].choices ?? [])
    .map(String)
    .filter((name) => SAFE_FILE_NAME.test(name));
  const best = nearest.find((name) => offered.includes(name)) ?? offered[0];
  return param && best !== undefined ? { param: param[0], file: best } : null;
}
