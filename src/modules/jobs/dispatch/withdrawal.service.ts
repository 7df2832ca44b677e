import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { groupBy } from '../../../platform/group-by';
import { NodeAccess } from '../../providers/public/node-access';
import { isNodeError, NodeUnreachable } from '../../providers/public/node-errors';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import type { JobWithdrawalRow } from '../records/job.entity';
import { WithdrawalsRepository } from '../records/withdrawals.repository';

/** Takes jobs that moved to another node off the node that they left, as soon as that one answers again. */
@Injectable()
export class WithdrawalService {
  private readonly log = new Logger(WithdrawalService.name);
  private readonly busyNodes = new Set<string>();
  /** The first of an unbroken series of lookups that did not find a job on the node that it left: monotonic time. */
  private readonly absentSince = new Map<string, number>();

  constructor(
    private readonly withdrawals: WithdrawalsRepository,
    private readonly nodes: NodeAccess,
    private readonly providers: ProviderDirectory,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /** Begins to look for the jobs on every node that answers; skips nodes that have not answered the previous round. */
  async round(): Promise<void> {
    const byNode = groupBy(await this.withdrawals.all(), (withdrawal) => this.nodeAt(withdrawal));
    for (const [provider, withdrawals] of byNode) {
      if (provider !== null) void this.settleOn(provider, withdrawals);
      else for (const withdrawal of withdrawals) await this.dropIfRemoved(withdrawal);
    }
  }

  /** The configured node at the address that the job left; the id may belong to another machine by now. */
  private nodeAt({ provider, address }: JobWithdrawalRow): string | null {
    const nodes = this.providers.list().filter(({ base_url }) => base_url === address);
    return (nodes.find(({ id }) => id === provider) ?? nodes[0])?.id ?? null;
  }

  private async dropIfRemoved(withdrawal: JobWithdrawalRow): Promise<void> {
    const keptMs = this.config.current().jobs.provider_removed_after * 1000;
    if (this.clock.elapsedSince(withdrawal.created_at) < keptMs) return;
    await this.withdrawals.settle(withdrawal);
  }

  private async settleOn(
    provider: string,
    withdrawals: readonly JobWithdrawalRow[],
  ): Promise<void> {
    const isOnline = this.providers.get(provider)?.status === 'online';
    if (!isOnline || this.busyNodes.has(provider)) return;
    this.busyNodes.add(provider);
    try {
      for (const withdrawal of withdrawals)
        await this.settle(provider, withdrawal).catch((error: unknown) => {
          this.logFailure(provider, error);
          // The others of this node would fail in the same way.
          if (error instanceof NodeUnreachable) throw error;
        });
    } catch {
      return;
    } finally {
      this.busyNodes.delete(provider);
    }
  }

  private logFailure(provider: string, error: unknown): void {
    const message = 'a moved job could not be withdrawn from its former node yet';
    if (isNodeError(error)) this.log.debug({ err: error, provider }, message);
    else this.log.error({ err: error, provider }, message);
  }

  /**
   * Settled once the job is absent for `jobs.lost_grace_ms`: its submission may still be on its way to the node. A
   * finished one is deleted from the history, so that no later attempt on this node is mistaken for it.
   */
  private async settle(provider: string, withdrawal: JobWithdrawalRow): Promise<void> {
    const { prompt_id: promptId } = withdrawal;
    const key = `${withdrawal.provider} ${promptId}`;
    const askedAt = this.clock.monotonic();
    const { state } = await this.nodes.lookUp(provider, promptId);
    if (state !== 'absent') {
      this.absentSince.delete(key);
      if (state === 'finished') await this.nodes.forget(provider, promptId);
      else await this.nodes.cancel(provider, promptId);
      return;
    }
    const since = this.absentSince.get(key) ?? askedAt;
    this.absentSince.set(key, since);
    if (askedAt - since < this.config.current().jobs.lost_grace_ms) return;
    await this.withdrawals.settle(withdrawal);
    this.absentSince.delete(key);
  }
}
