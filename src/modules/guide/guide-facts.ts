import type { Caller } from '../../platform/access/caller';
import type { LimitsConfig } from '../../platform/config/app-config';
import type { ProviderState } from '../providers/public/provider-directory';
import type { DescribedWorkflow } from '../workflows/public/workflow-records';

/** The data that the guide is rendered from. */
export interface GuideFacts {
  readonly caller: Caller;
  /** Address of this install. */
  readonly address: string;
  readonly requiresKey: boolean;
  /** Jobs that the caller has queued or running; 0 without a limit. */
  readonly unfinished: number;
  readonly limits: LimitsConfig;
  readonly nodes: readonly ProviderState[];
  /** Whether a speech provider is configured. */
  readonly speaks: boolean;
  /** Whether a training toolkit is configured. */
  readonly trains: boolean;
  /** Whether checkpoints can be published to the nodes. */
  readonly publishes: boolean;
  /** Workflows that the caller may use, by id. */
  readonly workflows: readonly DescribedWorkflow[];
}

/** Ids of the online nodes. */
export const onlineOf = (nodes: readonly ProviderState[]): readonly string[] =>
  nodes.filter(({ status }) => status === 'online').map(({ id }) => id);

/** Online nodes that can run the workflow. */
export function onlineNodesFor(workflow: DescribedWorkflow, nodes: readonly ProviderState[]) {
  const online = onlineOf(nodes);
  return workflow.runnable_on.filter((id) => online.includes(id));
}
