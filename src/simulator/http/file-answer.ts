import { basename } from 'node:path';
import type { FileStat, NodeFilesStore } from '../files/node-files.store';
import type { Answer } from './answer';
import { contentTypeOf, isActive } from './content-type';
import type { NodeRequest } from './node-request';

/** A file as aiohttp serves it, with entity tag, ranges and `304`. */
export function fileAnswer(file: FileStat, request: NodeRequest, files: NodeFilesStore): Answer {
  const etag = `"${file.modifiedNs.toString(16)}-${file.size.toString(16)}"`;
  const headers = {
    ...describe(basename(file.path), request.headers['sec-fetch-dest']),
    Etag: etag,
    'Last-Modified': new Date(Math.floor(file.modified) * 1000).toUTCString(),
  };
  if (isNotModified(request, etag, file)) return { status: 304, headers, body: undefined };
  const range = byteRange(request.headers.range, file.size);
  if (range === 'unsatisfiable') {
    const refused = { 'Content-Range': `bytes */${file.size}`, 'Content-Length': '0' };
    return { status: 416, headers: refused, body: undefined };
  }
  const fullRange = { start: 0, end: file.size - 1 };
  const part = range ?? fullRange;
  const length = part.end - part.start + 1;
  const sized = { ...headers, 'Content-Length': String(length), 'Accept-Ranges': 'bytes' };
  const body = length === 0 ? undefined : files.stream(file.path, part);
  if (range === undefined) return { status: 200, headers: sized, body };
  const contentRange = `bytes ${part.start}-${part.end}/${file.size}`;
  return { status: 206, headers: { ...sized, 'Content-Range': contentRange }, body };
}

function isNotModified({ headers }: NodeRequest, etag: string, file: FileStat): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && file.modified * 1000 <= since + 999;
}

/** Types that a browser would execute are served as downloads. */
function describe(
  filename: string,
  destination: string | string[] | undefined,
): Readonly<Record<string, string>> {
  const type = contentTypeOf(filename);
  const name = `filename="${filename.replace(/["\\]/g, '\\$&')}"`;
  const nosniff = { 'X-Content-Type-Options': 'nosniff' };
  if (!isActive(type)) return { ...nosniff, 'Content-Disposition': name, 'Content-Type': type };
  const careful = { ...nosniff, Vary: 'Sec-Fetch-Dest', 'Cache-Control': 'no-store' };
  if (type === 'image/svg+xml' && destination === 'image') {
    return { ...careful, 'Content-Disposition': name, 'Content-Type': type };
  }
  return {
    ...careful,
    'Content-Disposition': `attachment; ${name}`,
    'Content-Type': 'application/octet-stream',
  };
}

/** Bytes of a file, both ends included. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Reads a `Range` header: `undefined` for none, `unsatisfiable` for one that can't be served. */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  if (header === undefined) return undefined;
  const match = /^bytes=(\d*)-(\d*)$/.exec(header);
  const [first, last] = [numberIn(match?.[1]), numberIn(match?.[2])];
  const range = boundsOf(first, last, size);
  return range === undefined || range.start > range.end ? 'unsatisfiable' : range;
}

function boundsOf(
  first: number | undefined,
  last: number | undefined,
  size: number,
): ByteRange | undefined {
  if (first !== undefined) return { start: first, end: Math.min(last ?? size - 1, size - 1) };
  // `-5` means the last five bytes.
  return last === undefined ? undefined : { start: Math.max(0, size - last), end: size - 1 };
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined || text === '' ? undefined : Number(text);
}
