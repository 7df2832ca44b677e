import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { ReadConnection } from '../../../platform/database/read-connection';
import { MediaAssetEntity } from '../entities/media-asset.entity';

/** Positions are microseconds since 1970. */
export const POSITIONS_PER_MS = 1000;

/** Numbers new assets in the order of their creation. One server writes to a database, so memory is enough. */
@Injectable()
export class MediaPositions implements OnModuleInit {
  private last = 0;

  constructor(
    private readonly read: ReadConnection,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    this.last = (await this.read.manager.maximum(MediaAssetEntity, 'position')) ?? 0;
  }

  /** The position of the newest asset. */
  newest(): number {
    return this.last;
  }

  /** Above all positions before, also when the clock was set back. `created_at` is the time that it stands for. */
  next(): { readonly position: number; readonly created_at: string } {
    const position = Math.max(this.last + 1, this.clock.now() * POSITIONS_PER_MS);
    this.last = position;
    const created_at = new Date(Math.floor(position / POSITIONS_PER_MS)).toISOString();
    return { position, created_at };
  }
}
