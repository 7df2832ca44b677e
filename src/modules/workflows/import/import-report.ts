import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { LackingNode } from '../records/dto/workflow-requirements.response';
import type { NodeWithClasses } from '../records/workflow-nodes.service';
import { similarClasses } from '../public/availability';
import type { ImportedWorkflowAnswer } from './dto/import-workflow.response';
import type { Resolution } from './resolve-import';

/** The answer to an import that waits for nodes. */
export function waitingAnswer(
  { missing }: Extract<Resolution, { state: 'needs_nodes' }>,
  catalogues: readonly NodeWithClasses[],
): ImportedWorkflowAnswer {
  const names = missing.map(({ class: name }) => name);
  const providers = catalogues.map(({ provider: { id }, info }) => ({
    provider: id,
    runnable: false,
    known: info !== null,
    missing_models: [],
    unsupported_values: [],
    ...missingClasses(names, info),
  }));
  const warnings = missing.flatMap(({ class: name, nodes }) =>
    nodes.map((node) => ({ node, class: name, reason: 'no node offers this class yet' })),
  );
  return { workflow: null, report: { status: 'needs_nodes', params: {}, providers, warnings } };
}

/** Classes that a node lacks, with similar ones that it has; empty for a node that was never reached. */
function missingClasses(
  names: readonly string[],
  info: ObjectInfo | null,
): Pick<LackingNode, 'missing_classes' | 'nearest_classes'> {
  if (info === null) return { missing_classes: [] };
  const missing = names.filter((name) => !Object.hasOwn(info, name));
  const nearest = similarClasses(missing, info);
  return {
    missing_classes: missing,
    ...(nearest.length === 0 ? {} : { nearest_classes: nearest }),
  };
}
