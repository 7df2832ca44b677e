import { Entity } from 'typeorm';
import { IdColumn, TimeColumn } from '../../../platform/database/columns';

/** When an owner last used a workflow. */
@Entity('workflow_uses')
export class WorkflowUseEntity {
  /** The owner's internal id; empty for callers without an account. */
  @IdColumn() owner: string;
  @IdColumn() workflow: string;
  @TimeColumn() last_used_at: string;
}
