import type { Readable } from 'node:stream';
import contentDisposition from 'content-disposition';
import type { Request, Response } from 'express';
import { codedError } from '../../errors/app-error';
import { clientGone } from '../client-gone';
import { sendStream } from '../send-stream';
import { sendfileHeader } from '../trusted-proxies';
import { byteRange, type ByteRange } from './byte-range';
import { isCached } from './etag';

/** Bytes that are ready to be sent. */
export interface OpenedContent {
  readonly stream: Readable;
  /** The size of the whole content in bytes. */
  readonly size: number;
}

/** A file, or what is made from one, not opened yet. */
export interface ServedContent {
  readonly etag: string;
  /** Whether the content behind the address may change; then clients ask again each time. */
  readonly mayChange?: boolean;
  /** Of a public link: for how many seconds it may be cached, and that pages of other origins may embed it. */
  readonly publicFor?: number;
  readonly mime: string;
  /** A name in ASCII. */
  readonly path: string;
  /** The name for people. */
  readonly name: string;
  readonly disposition: 'inline' | 'attachment';
  /** Absolute path of the file that holds exactly this content, where a proxy may send it. */
  readonly file?: string;
  /** Bytes, where ranges can be served. */
  readonly size: number | null;
  /**
   * @param signal aborted when the client is gone; its reason is thrown
   */
  readonly open: (range: ByteRange | null, signal: AbortSignal) => Promise<OpenedContent>;
}

export class RangeNotSatisfiable extends codedError({
  code: 'range_not_satisfiable',
  status: 416,
  meaning: 'The Range header requests bytes after the end of the file. Fetch the whole file.',
}) {
  constructor(size: number) {
    super(`The file has ${size} bytes; ask for a range within it.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
}

/** A browser that opens the file as a page may show it, and run nothing. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** Sends a file or a range of it; 304 when the client has it already. */
export async function sendContent(content: ServedContent, response: Response): Promise<void> {
  const { req: request } = response;
  const { etag } = content;
  response.set({
    ETag: etag,
    'Cache-Control': `private, ${cachingOf(content)}`,
    'Cross-Origin-Resource-Policy':
      content.publicFor === undefined ? 'same-origin' : 'cross-origin',
  });
  response.vary('Authorization');
  response.vary('Cookie');
  if (isCached(request.get('If-None-Match'), etag)) {
    response.status(304).end();
    return;
  }
  if (isLeftToProxy(content, response)) return;
  const range = requestedRange(request, content);
  const isHead = request.method === 'HEAD';
  const gone = clientGone(response);
  // A thumbnail's size is known only after it was rendered.
  const opened = isHead && content.size !== null ? null : await content.open(range, gone);
  const totalSize = opened?.size ?? content.size ?? 0;
  response.status(range ? 206 : 200);
  response.set({ ...contentHeaders(content), ...lengthHeaders(content, totalSize, range) });
  await sendBody(opened, response, gone);
}

/** Where proxies that know `X-Accel-Redirect` find the files of this machine. */
const INTERNAL_LOCATION = '/kinora-files';

/** Answers a proxy that sends the file itself. @returns whether it does */
function isLeftToProxy(content: ServedContent, response: Response): boolean {
  const header = sendfileHeader(response.req);
  if (content.file === undefined || header === null) return false;
  // X-Accel-Redirect names an address of the proxy, X-Sendfile a path. All proxies decode both, and headers hold ASCII only.
  const location = header === 'X-Accel-Redirect' ? INTERNAL_LOCATION : '';
  const file = content.file.split('/').map(encodeURIComponent).join('/');
  response.set({ ...contentHeaders(content), [header]: location + file }).end();
  return true;
}

function cachingOf({ mayChange, publicFor }: ServedContent): string {
  if (mayChange === true) return 'no-cache';
  return publicFor === undefined ? 'max-age=31536000, immutable' : `max-age=${publicFor}`;
}

async function sendBody(
  opened: OpenedContent | null,
  response: Response,
  gone: AbortSignal,
): Promise<void> {
  if (opened && response.req.method !== 'HEAD') {
    await sendStream(opened.stream, response, gone);
    return;
  }
  opened?.stream.destroy();
  response.end();
}

const contentHeaders = ({ mime, path, name, disposition }: ServedContent) => ({
  'Content-Disposition': contentDisposition(name, { type: disposition, fallback: path }),
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Content-Type': mime,
});

function lengthHeaders(content: ServedContent, totalSize: number, range: ByteRange | null) {
  return {
    ...(content.size === null ? {} : { 'Accept-Ranges': 'bytes' }),
    'Content-Length': String(range ? range.end - range.start + 1 : totalSize),
    ...(range ? { 'Content-Range': `bytes ${range.start}-${range.end}/${totalSize}` } : {}),
  };
}

/**
 * The range to send. An `If-Range` header with another ETag makes the request one for the whole file.
 * @returns `null` for the whole file
 * @throws RangeNotSatisfiable
 */
function requestedRange(request: Request, { etag, size }: ServedContent): ByteRange | null {
  const ifRange = request.get('If-Range')?.trim();
  const isStale = ifRange !== undefined && ifRange !== etag;
  if (request.method !== 'GET' || size === null || isStale) return null;
  const range = byteRange(request.get('Range'), size);
  if (range === 'unsatisfiable') throw new RangeNotSatisfiable(size);
  return range;
}
