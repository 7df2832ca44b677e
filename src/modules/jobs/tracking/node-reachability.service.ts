import { Injectable } from '@nestjs/common';
import { filter, map, type Observable, share } from 'rxjs';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import type { JobRow } from '../records/job.entity';
import { isFinal } from './job-state';

/** Tells which jobs can't be reached, because their node is away. */
@Injectable()
export class NodeReachabilityService {
  private readonly online = new Set<string>();
  /** Ids of nodes, whenever one goes away or is back. */
  readonly flips: Observable<string>;

  constructor(private readonly providers: ProviderDirectory) {
    this.flips = providers.changes.pipe(
      filter(({ state, removed }) =>
        this.hasFlipped(state.id, !removed && state.status === 'online'),
      ),
      map(({ state }) => state.id),
      share(),
    );
  }

  isUnreachable({ status, provider }: Pick<JobRow, 'status' | 'provider'>): boolean {
    return !isFinal(status) && this.providers.get(provider)?.status !== 'online';
  }

  private hasFlipped(id: string, isOnline: boolean): boolean {
    const wasOnline = this.online.has(id);
    if (isOnline) this.online.add(id);
    else this.online.delete(id);
    return wasOnline !== isOnline;
  }
}
