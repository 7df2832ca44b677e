import type { ObjectInfo } from '../../providers/public/comfy-types';
import { nodeParam } from '../../workflows/public/node-params';
import { mergeParams } from '../../workflows/public/params';
import type { Workflow } from '../../workflows/public/workflow';
import type { SentParam } from './sent-params';

/**
 * The workflow with the params that a request may set on one node: those of the manifest and the `node_<id>.<input>`
 * that the request names, with the node's bounds and choices.
 * @param info the node's classes; null while it was never reached
 */
export function requestedWorkflow(
  workflow: Workflow,
  sent: readonly SentParam[],
  info: ObjectInfo | null,
): Workflow {
  const nodeInputs = sent
    .filter(({ nested }) => nested)
    .flatMap(({ name }) => {
      const param = nodeParam(workflow, name, info);
      return param ? [[name, param] as const] : [];
    });
  const nodes = info ? [info] : [];
  // Merged apart, because the result for the manifest's own params is cached.
  const own = mergeParams(workflow, nodes);
  const further = mergeParams({ ...workflow, params: Object.fromEntries(nodeInputs) }, nodes);
  return { ...workflow, params: { ...own, ...further } };
}
