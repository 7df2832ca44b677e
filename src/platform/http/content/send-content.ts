import type { FileHandle } from 'node:fs/promises';
import contentDisposition from 'content-disposition';
import type { Request, Response } from 'express';
import { codedError } from '../../errors/app-error';
import { clientGone } from '../client-gone';
import { firstInLine } from '../first-in-line';
import { sendfileHeader } from '../trusted-proxies';
import { byteRange, type ByteRange } from './byte-range';
import { isCached } from './etag';
import { sendFile } from './send-file';

/** What a file and what is made from one have in common. */
interface Content {
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
}

interface FileContent extends Content {
  /** Bytes. */
  readonly size: number;
  /** The file is closed when it is sent. */
  readonly open: () => Promise<FileHandle>;
}

interface MadeContent extends Content {
  /** Not known before it is made, so that no ranges are served. */
  readonly size: null;
  /**
   * @param signal aborted when the client is gone; its reason is thrown
   */
  readonly make: (signal: AbortSignal) => Promise<Buffer>;
}

/** A file that isn't open yet, or what is made from one. */
export type ServedContent = FileContent | MadeContent;

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
  await (content.size === null ? sendMade(content, response) : sendRange(content, response));
}

async function sendMade(content: MadeContent, response: Response): Promise<void> {
  const bytes = await content.make(clientGone(response));
  response.set({ ...contentHeaders(content), 'Content-Length': String(bytes.length) });
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}

async function sendRange(content: FileContent, response: Response): Promise<void> {
  const range = requestedRange(response.req, content);
  const headers = { ...contentHeaders(content), ...lengthHeaders(content.size, range) };
  const isHead = response.req.method === 'HEAD';
  await firstInLine(response, clientGone(response));
  const file = isHead ? null : await content.open();
  response.status(range ? 206 : 200).set(headers);
  if (!file) {
    response.end();
    return;
  }
  try {
    const whole = { start: 0, end: content.size - 1 };
    await sendFile(file, range ?? whole, response, clientGone(response));
  } finally {
    await file.close();
  }
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

const contentHeaders = ({ mime, path, name, disposition }: ServedContent) => ({
  'Content-Disposition': contentDisposition(name, { type: disposition, fallback: path }),
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Content-Type': mime,
});

const lengthHeaders = (size: number, range: ByteRange | null) => ({
  'Accept-Ranges': 'bytes',
  'Content-Length': String(range ? range.end - range.start + 1 : size),
  ...(range ? { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` } : {}),
});

/**
 * The range to send. An `If-Range` header with another ETag makes the request one for the whole file.
 * @returns `null` for the whole file
 * @throws RangeNotSatisfiable
 */
function requestedRange(request: Request, { etag, size }: FileContent): ByteRange | null {
  const ifRange = request.get('If-Range')?.trim();
  const isStale = ifRange !== undefined && ifRange !== etag;
  if (request.method !== 'GET' || isStale) return null;
  const range = byteRange(request.get('Range'), size);
  if (range === 'unsatisfiable') throw new RangeNotSatisfiable(size);
  return range;
}
