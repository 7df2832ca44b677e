import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../../../platform/access/caller';
import { byteRange, noneMatches, rangeStillHolds } from './byte-range';
import { contentDisposition } from './content-disposition';
import type { MediaAsset } from '../entities/media-asset.entity';
import { MediaFilesStore } from '../storage/media-files.store';
import { RangeNotSatisfiable } from '../media.errors';
import { MediaService } from '../catalogue/media.service';
import { MediaNotFound } from '../public/media-not-found';
import { withoutExtension } from '../storage/stored-name';
import { ThumbnailsService } from '../thumbnails/thumbnails.service';
import type { ThumbnailEdge } from '../catalogue/media-url';

/** The browser shows the file as a page of its own: it may show itself, and run nothing. */
const POLICY =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Sends files. What a path names never changes, so a client may keep it for ever. */
@Injectable()
export class MediaServingService {
  constructor(
    private readonly media: MediaService,
    private readonly files: MediaFilesStore,
    private readonly thumbnails: ThumbnailsService,
  ) {}

  /** A file, a range of it, or its thumbnail. */
  async send(
    caller: Caller,
    path: string,
    edge: ThumbnailEdge | undefined,
    response: Response,
  ): Promise<void> {
    const asset = await this.media.find(caller, path);
    await (edge === undefined
      ? this.sendFile(asset, response)
      : this.sendThumbnail(asset, edge, response));
  }

  private async sendFile(asset: MediaAsset, response: Response): Promise<void> {
    const etag = `"${asset.sha256}"`;
    if (isKnown(etag, response)) return;
    const { req: request } = response;
    const holds = request.method === 'GET' && rangeStillHolds(request.get('If-Range'), etag);
    const range = holds ? byteRange(request.get('Range'), asset.size_bytes) : null;
    if (range === 'unsatisfiable') throw new RangeNotSatisfiable(asset.size_bytes);
    describe(asset, response);
    response.set('Accept-Ranges', 'bytes');
    if (range) {
      response.status(206);
      response.set('Content-Range', `bytes ${range.start}-${range.end}/${asset.size_bytes}`);
    }
    const length = range ? range.end - range.start + 1 : asset.size_bytes;
    response.set({ 'Content-Type': asset.mime, 'Content-Length': String(length) });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    const bytes = await this.files.open(asset.path, range);
    if (!bytes) throw new MediaNotFound();
    await pipeline(bytes, response);
  }

  private async sendThumbnail(
    asset: MediaAsset,
    edge: ThumbnailEdge,
    response: Response,
  ): Promise<void> {
    if (isKnown(`"${asset.sha256}-${edge}"`, response)) return;
    const webp = await this.thumbnails.get(asset, edge);
    describe({ ...asset, path: asWebp(asset.path), name: asWebp(asset.name) }, response);
    response.set({ 'Content-Type': 'image/webp', 'Content-Length': String(webp.length) });
    response.end(webp);
  }
}

/** Answers 304 when the client has it already. */
function isKnown(etag: string, response: Response): boolean {
  response.set({ ETag: etag, 'Cache-Control': 'private, max-age=31536000, immutable' });
  response.vary('Authorization');
  response.vary('Cookie');
  if (!noneMatches(response.req.get('If-None-Match'), etag)) return false;
  response.status(304).end();
  return true;
}

/** Who saves a thumbnail gets a file that is what its name says. */
const asWebp = (name: string): string => `${withoutExtension(name)}.webp`;

function describe(
  { path, name, type }: Pick<MediaAsset, 'path' | 'name' | 'type'>,
  response: Response,
): void {
  const shown = ['image', 'video', 'audio'].includes(type) ? 'inline' : 'attachment';
  response.set({
    'Content-Disposition': contentDisposition(shown, path, name),
    'Content-Security-Policy': POLICY,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  });
}
