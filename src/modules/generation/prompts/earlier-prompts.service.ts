import { Injectable } from '@nestjs/common';
import { boundedCache } from '../../../platform/bounded-cache';
import { AccountRowsRegistry } from '../../../platform/access/account-rows';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { readPage } from '../../../platform/http/paging';
import type { Plain } from '../../../platform/plain';
import { ModelUses } from '../../models/public/model-uses';
import { WorkflowUses } from '../../workflows/public/workflow-uses';
import { RequestHistory, type UsedInRequests } from '../public/request-history';
import type { PromptsQuery } from './dto/prompts.query';
import type { DeletedPromptsResponse, PromptPageResponse } from './dto/prompts.response';
import { type EarlierPromptRow, EarlierPromptsRepository } from './earlier-prompts.repository';

const MAX_OWNERS = 1_000;

/** The prompts that callers have used, for them alone. They end with the account. */
@Injectable()
export class EarlierPromptsService implements RequestHistory {
  /** What each owner has used last, for a minute: written again, it would only have a later time. */
  private readonly latestUses = boundedCache<string>(MAX_OWNERS, 60_000);

  constructor(
    private readonly rows: EarlierPromptsRepository,
    private readonly workflowUses: WorkflowUses,
    private readonly modelUses: ModelUses,
    private readonly gate: WriteGate,
    private readonly clock: Clock,
    accounts: AccountRowsRegistry,
  ) {
    accounts.add('earlier prompts', rows);
  }

  async record(
    tx: Transaction,
    caller: Caller,
    { prompts, workflows, models }: UsedInRequests,
  ): Promise<void> {
    const owner = caller.ownerId ?? '';
    await this.rows.record(tx, owner, prompts, this.clock.timestamp());
    const used = { workflows: [...workflows], models: [...models] };
    const uses = JSON.stringify(used);
    if (this.latestUses.get(owner) === uses) return;
    this.latestUses.delete(owner);
    await this.workflowUses.record(tx, caller, used.workflows);
    await this.modelUses.record(tx, caller, used.models);
    this.gate.afterCommit(() => this.latestUses.set(owner, uses));
  }

  /** The caller's own, last used first. */
  async page({ ownerId }: Caller, query: PromptsQuery): Promise<Plain<PromptPageResponse>> {
    const page = await this.rows.page(ownerId ?? '', query.q ?? '', readPage(query));
    return { ...page, items: page.items.map(item) };
  }

  async deleteAll({ ownerId }: Caller): Promise<Plain<DeletedPromptsResponse>> {
    return { ok: true, deleted: await this.rows.deleteOf([ownerId ?? '']) };
  }
}

const item = ({ prompt, last_used_at }: EarlierPromptRow) => ({ prompt, last_used_at });
