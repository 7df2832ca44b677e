import { Injectable } from '@nestjs/common';
import contentDisposition from 'content-disposition';
import type { Response } from 'express';
import type { Caller } from '../../../platform/access/caller';
import { CallerWatch } from '../../../platform/access/caller-watch';
import { Clock } from '../../../platform/clock/clock';
import { clientGone } from '../../../platform/http/client-gone';
import { firstInLine } from '../../../platform/http/first-in-line';
import { sendStream } from '../../../platform/http/send-stream';
import { joinSignals } from '../../../platform/joined-signal';
import { Slots, SlotsBusy } from '../../../platform/slots';
import { MediaRecordsService } from '../catalogue/media-records.service';
import { MediaService } from '../catalogue/media.service';
import { ArchivesBusy } from '../media.errors';
import { MediaFilesStore } from '../storage/media-files.store';
import { mediaArchive } from './media-archive';

const MAX_PARALLEL = 8;
const MAX_PARALLEL_OF_OWNER = 2;
const MAX_WAITING_OF_OWNER = 8;
/** Large pieces, because each costs a trip to the thread pool. */
const PIECE_BYTES = 512 * 1024;

/** Sends archives. A caller's third one waits for its turn. */
@Injectable()
export class MediaArchiveService {
  /** Requests, also those that wait behind other answers on their connection. */
  private readonly requests = new Slots(Number.POSITIVE_INFINITY, {
    perOwner: MAX_PARALLEL_OF_OWNER + MAX_WAITING_OF_OWNER,
    maxWaitingPerOwner: 0,
  });
  private readonly slots = new Slots(MAX_PARALLEL, { perOwner: MAX_PARALLEL_OF_OWNER });

  constructor(
    private readonly media: MediaService,
    private readonly records: MediaRecordsService,
    private readonly files: MediaFilesStore,
    private readonly callers: CallerWatch,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a ZIP of the files, until the client is gone or the caller loses access.
   * @throws MediaNotFound if the caller may not see one of them, ArchivesBusy; nothing was sent then
   */
  async send(caller: Caller, paths: readonly string[], response: Response): Promise<void> {
    const open = async (path: string) =>
      (await this.files.open(path))?.createReadStream({ highWaterMark: PIECE_BYTES }) ?? null;
    const watch = this.callers.watch(caller);
    const { signal, release } = joinSignals(watch.signal, clientGone(response));
    const send = async (): Promise<void> => {
      const assets = await this.media.findAll(caller, paths);
      const records = await this.records.all(caller, [...new Set(assets)]);
      const createdAt = this.clock.timestamp();
      response.set(headers(createdAt));
      await sendStream(mediaArchive({ records, createdAt, open }, signal), response, signal);
    };
    const owner = caller.ownerId ?? '';
    const takeTurn = async (): Promise<void> => {
      await firstInLine(response, signal);
      await this.slots.run(send, owner, signal);
    };
    try {
      await this.requests.run(takeTurn, owner);
    } catch (error) {
      if (error instanceof SlotsBusy) throw new ArchivesBusy(MAX_WAITING_OF_OWNER);
      throw watch.end?.refusal ?? error;
    } finally {
      release();
      watch.release();
    }
  }
}

function headers(createdAt: string): Record<string, string> {
  const name = `kinora-${createdAt.slice(0, 19).replace(/[:T]/g, '-')}.zip`;
  return {
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition(name),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
}
