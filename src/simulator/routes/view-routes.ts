import { basename, join } from 'node:path';
import type { Sharp } from 'sharp';
import { MAX_PIXELS } from '../classes/memory-limits';
import { decodedFile } from '../drawing/decoded-file';
import { openPixels, type Pixels, rawChannel } from '../drawing/picture';
import { sharp } from '../drawing/sharp';
import { splitFolderSuffix, isFolderType } from '../files/image-name';
import type { FileStat, NodeFilesStore } from '../files/node-files.store';
import { bytesAnswer, emptyAnswer, type Answer } from '../http/answer';
import type { NodeRequest, RouteContext, Routes } from './route-context';

/** Names of files that a browser would execute. */
const ACTIVE = /\.(?:x?html?|m?js|css|xml|svg)$/i;

/** `GET /view`: any file of the node's folders, whole, in part, or as another picture. */
export function viewRoutes({ files }: RouteContext): Routes {
  return { 'GET /view': async (request) => view(request, files) };
}

async function view(request: NodeRequest, files: NodeFilesStore): Promise<Answer> {
  const path = pathOf(request.query, files);
  if (typeof path === 'number') return emptyAnswer(path);
  const file = await files.stat(path);
  if (file === undefined) return emptyAnswer(404);
  const [preview, channel] = [request.query.get('preview'), request.query.get('channel')];
  if (preview === null && channel !== 'rgb' && channel !== 'a') {
    return fileAnswer(file, request.get('Sec-Fetch-Dest'));
  }
  const { type, image } = await encoded(path, preview, channel);
  const disposition = `filename="${basename(path)}"`;
  return bytesAnswer(await image.toBuffer(), {
    'Content-Type': type,
    'Content-Disposition': disposition,
  });
}

/** The path that a query asks for, or the status that refuses it. */
function pathOf(query: URLSearchParams, files: NodeFilesStore): string | number {
  const requested = query.get('filename');
  if (requested === null) return 404;
  const { name, folder } = splitFolderSuffix(requested);
  if (name === '' || name.startsWith('/') || name.includes('..')) return 400;
  const type = folder ?? query.get('type') ?? 'output';
  if (!isFolderType(type)) return 400;
  const path = files.pathInside(type, query.get('subfolder') ?? '');
  return path === undefined ? 403 : join(path, basename(name));
}

/** A file as it is. Types that a browser would execute become downloads. */
function fileAnswer(file: FileStat, destination: string | undefined): Answer {
  const filename = basename(file.path);
  const name = `filename="${filename.replace(/["\\]/g, '\\$&')}"`;
  const etag = `"${file.modifiedNs.toString(16)}-${file.size.toString(16)}"`;
  const headers = {
    ETag: etag,
    'Last-Modified': new Date(Math.floor(file.modified) * 1000).toUTCString(),
    'X-Content-Type-Options': 'nosniff',
    'Content-Disposition': name,
  };
  if (!ACTIVE.test(filename)) return { status: 200, headers, file: file.path };
  const careful = { ...headers, Vary: 'Sec-Fetch-Dest', 'Cache-Control': 'no-store' };
  if (destination === 'image' && /\.svg$/i.test(filename)) {
    return { status: 200, headers: careful, file: file.path };
  }
  const download = {
    'Content-Disposition': `attachment; ${name}`,
    'Content-Type': 'application/octet-stream',
  };
  return { status: 200, headers: { ...careful, ...download }, file: file.path };
}

interface Encoded {
  readonly type: string;
  readonly image: Sharp;
}

/**
 * A picture in another encoding (`webp;50` or `jpeg`), or only some of its channels. Throws for a file that is no
 * picture, which makes a 500.
 */
async function encoded(
  path: string,
  preview: string | null,
  channel: string | null,
): Promise<Encoded> {
  const pixels = await decodedFile(path, MAX_PIXELS);
  if (preview !== null) return previewOf(pixels, preview, channel);
  const image = channel === 'rgb' ? openPixels(pixels).removeAlpha() : await alphaOverBlack(pixels);
  return { type: 'image/png', image: image.png() };
}

function previewOf(pixels: Pixels, preview: string, channel: string | null): Encoded {
  const parts = preview.split(';');
  const last = parts.at(-1) ?? '';
  const quality = /^\d+$/.test(last) ? Math.min(100, Math.max(1, Number(last))) : 90;
  const isJpeg = parts[0] === 'jpeg' && !(channel ?? '').includes('a');
  const image = openPixels(pixels);
  if (isJpeg) return { type: 'image/jpeg', image: image.flatten().jpeg({ quality }) };
  if (channel === 'rgb') image.removeAlpha();
  return { type: 'image/webp', image: image.webp({ quality }) };
}

async function alphaOverBlack(pixels: Pixels): Promise<Sharp> {
  const { data, width, height } = await rawChannel(openPixels(pixels).ensureAlpha(), 3);
  const size = { width, height };
  const black = sharp({ create: { ...size, channels: 3, background: 'black' } });
  return black.joinChannel(data, { raw: { ...size, channels: 1 } });
}
