import { Injectable } from '@nestjs/common';
import { type Observable, Subject } from 'rxjs';
import { Clock } from '../../../platform/clock/clock';
import { KeyedThrottle } from '../../../platform/clock/keyed-throttle';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import type { JobRow } from '../records/job.entity';
import { isFinal } from './job-state';

/** Limits the work for a node whose connection keeps failing and recovering. */
const MIN_FLIP_INTERVAL_MS = 2_000;

/** Tells which jobs can't be reached, because their node is away. */
@Injectable()
export class NodeReachabilityService {
  private readonly online = new Set<string>();
  private readonly flipped = new Subject<string>();
  /** Ids of nodes that became unreachable or reachable. Changes within two seconds of the last one are merged. */
  readonly flips: Observable<string> = this.flipped;

  constructor(
    private readonly providers: ProviderDirectory,
    clock: Clock,
  ) {
    const throttle = new KeyedThrottle(clock);
    providers.changes.subscribe(({ state: { id, status }, removed }) => {
      if (this.hasFlipped(id, !removed && status === 'online'))
        throttle.run(id, MIN_FLIP_INTERVAL_MS, () => this.flipped.next(id));
    });
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
