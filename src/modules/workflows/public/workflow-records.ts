import type { Caller } from '../../../platform/access/caller';
import type { WorkflowParamRecord } from '../records/dto/workflow-param.response';
import type { WorkflowRecord } from '../records/dto/workflow.response';

/** A workflow as `GET /api/workflows/{workflow_id}` tells it. */
export type DescribedWorkflow = WorkflowRecord;

/** One of its params. */
export type DescribedParam = WorkflowParamRecord;

/** The catalogue as one caller may see it, for those who tell about it elsewhere. */
export abstract class WorkflowRecords {
  /** All workflows that the caller may use, by id. Waits for no node that was reached before. */
  abstract all(caller: Caller): Promise<readonly DescribedWorkflow[]>;
}
