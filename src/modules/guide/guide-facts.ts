import type { Caller } from '../../platform/access/caller';
import type { LimitsConfig } from '../../platform/config/app-config';
import type { ProviderState } from '../providers/public/provider-directory';
import type { DescribedWorkflow } from '../workflows/public/workflow-records';

/** What the guide is filled in with. */
export interface GuideFacts {
  readonly caller: Caller;
  /** Where this install is reached. */
  readonly address: string;
  readonly requiresKey: boolean;
  /** Jobs that the caller has queued or running. */
  readonly unfinished: number;
  readonly limits: LimitsConfig;
  readonly nodes: readonly ProviderState[];
  /** Those that the caller may use, by id. */
  readonly workflows: readonly DescribedWorkflow[];
}

/** Ids of the nodes that answer now. Pure. */
export const onlineOf = (nodes: readonly ProviderState[]): readonly string[] =>
  nodes.filter(({ status }) => status === 'online').map(({ id }) => id);

/** Nodes that would run the workflow now: able, and online. Pure. */
export function runsOn(workflow: DescribedWorkflow, nodes: readonly ProviderState[]) {
  const online = onlineOf(nodes);
  return workflow.runnable_on.filter((id) => online.includes(id));
}
