import type { WorkflowEventResponse } from './dto/workflow-event.response';

/** Announces what imports and removals change. */
export abstract class WorkflowChanges {
  /** Runs the change of a workflow's file. */
  abstract run<T>(id: string, change: () => Promise<T>): Promise<T>;

  /** Stores the event in the transaction of `record`. */
  abstract store(event: WorkflowEventResponse, record: () => Promise<void>): Promise<void>;
}

/** For processes beside the service, whose watch over the folder notices what they change. */
export const UNANNOUNCED: WorkflowChanges = {
  run: (_id, change) => change(),
  store: (_event, record) => record(),
};
