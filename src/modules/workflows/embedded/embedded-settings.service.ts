import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { MediaReader } from '../../media/public/media-reader';
import { type EmbeddedSettings, embeddedSettings } from './embedded-settings';
import { embeddedTexts } from './embedded-workflow';

/** Reads how the picture of a foreign file was made. */
@Injectable()
export class EmbeddedSettingsService {
  constructor(private readonly media: MediaReader) {}

  /** @throws MediaNotFound */
  async read(caller: Caller, path: string): Promise<EmbeddedSettings> {
    return embeddedSettings(await this.media.withBytes(caller, path, embeddedTexts));
  }
}
