import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { requestContext } from '../../../platform/http/request-context';
import { Slots } from '../../../platform/slots';
import { MediaReader } from '../../media/public/media-reader';
import { type EmbeddedSettings, embeddedSettings } from './embedded-settings';
import { embeddedTexts } from './embedded-workflow';

/** Files that are read at once: each may fill some tens of megabytes and keep the process busy for a moment. */
const MAX_PARALLEL = 2;

/** Reads how the picture of a foreign file was made. */
@Injectable()
export class EmbeddedSettingsService {
  private readonly slots = new Slots(MAX_PARALLEL, { perOwner: 1 });

  constructor(private readonly media: MediaReader) {}

  /** @throws MediaNotFound */
  async read(caller: Caller, path: string): Promise<EmbeddedSettings> {
    const gone = requestContext.getStore()?.clientGone?.();
    const read = async (): Promise<EmbeddedSettings> =>
      embeddedSettings(await this.media.withBytes(caller, path, embeddedTexts));
    return this.slots.run(read, caller.ownerId ?? '', gone);
  }
}
