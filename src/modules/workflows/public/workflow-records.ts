import type { Caller } from '../../../platform/access/caller';
import type { Sources } from '../../../platform/http/content/ready-answers';
import type { WorkflowParamRecord } from '../records/dto/workflow-param.response';
import type { WorkflowRecord } from '../records/dto/workflow.response';

/** The answer of `GET /api/workflows/{workflow_id}`. */
export type DescribedWorkflow = WorkflowRecord;

/** One of its params. */
export type DescribedParam = WorkflowParamRecord;

/** A caller's view of the catalogue, for other modules. */
export abstract class WorkflowRecords {
  /** All workflows that the caller may use, by id. Doesn't wait for nodes that were reached before. */
  abstract all(caller: Caller): Promise<readonly DescribedWorkflow[]>;
  /** What {@link all} is made from. */
  abstract sources(caller: Caller): Promise<Sources>;
}
