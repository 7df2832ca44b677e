import { Injectable } from '@nestjs/common';
import { CredentialChecker } from '../../../platform/access/credential-checker';
import { Clock } from '../../../platform/clock/clock';
import type { ServedContent } from '../../../platform/http/content/send-content';
import { MediaNotFound } from '../public/media-not-found';
import { MediaServingService } from '../serving/media-serving.service';
import { LinkGone } from './links.errors';
import { MediaLinksRepository } from './media-links.repository';

/** How long a link's content may be cached. Seconds. */
const MAX_CACHE_SECONDS = 60;

/** Finds what `GET /link/{token}` sends: what the maker of the link can read now. */
@Injectable()
export class LinkedFilesService {
  constructor(
    private readonly rows: MediaLinksRepository,
    private readonly credentials: CredentialChecker,
    private readonly serving: MediaServingService,
    private readonly clock: Clock,
  ) {}

  /** @throws LinkGone */
  async find(token: string): Promise<ServedContent> {
    const link = await this.rows.findByToken(token);
    const maker =
      link && (await this.credentials.issuer({ ownerId: link.owner_id, keyId: link.key_id }));
    if (!maker) throw new LinkGone();
    const left = Math.floor((Date.parse(link.expires_at) - this.clock.now()) / 1000);
    try {
      const content = await this.serving.find(maker, link.path, {});
      return { ...content, publicFor: Math.max(0, Math.min(MAX_CACHE_SECONDS, left)) };
    } catch (error) {
      throw error instanceof MediaNotFound ? new LinkGone() : error;
    }
  }
}
