import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/write-gate';
import type { JobStatus } from '../tracking/job-state';

/** A new status of a job that carries a project's id. */
export interface ProjectJobChange {
  readonly promptId: string;
  readonly project: string;
  /** Internal id of the job's owner. */
  readonly ownerId: string | null;
  readonly status: JobStatus;
  readonly error: { readonly code: string; readonly message: string } | null;
  /** Media that it made; empty until it ends. Seconds. */
  readonly outputs: readonly {
    readonly type: string;
    readonly path: string | null;
    readonly duration: number | null;
  }[];
}

type Hook = (tx: Transaction, change: ProjectJobChange) => Promise<void>;

/** Lets the owner of projects write in the transaction that changes the status of one of their jobs. */
@Injectable()
export class ProjectJobHooks {
  private readonly hooks: Hook[] = [];

  register(hook: Hook): void {
    this.hooks.push(hook);
  }

  async run(tx: Transaction, change: ProjectJobChange): Promise<void> {
    for (const hook of this.hooks) await hook(tx, change);
  }
}
