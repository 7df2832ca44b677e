import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { readStudioPage, STUDIO_FOLDER, studioBuiltAt } from './studio.store';

/** First path segments that belong to the service itself, also when a browser asks for a page. */
const SERVICE_SEGMENTS = new Set([
  ...['api', 'media', 'docs', 'mcp', 'metrics', 'openapi.json', 'llms.txt', 'link', 'upload'],
  'favicon.ico',
]);

/** Stands in the built page where each answer puts its own nonce. */
const NONCE_PLACEHOLDER = 'CSP_NONCE';

/**
 * Serves the Studio to everybody: its files, and its page for every path that a browser opens and that
 * the service doesn't use itself, so that links into the Studio work. Does nothing while the Studio isn't built.
 */
export function studioPages(folder = STUDIO_FOLDER): RequestHandler {
  let build = studioBuild(folder);
  return (request, response, next) => {
    // Looking for a file costs more than many answers of the service.
    if (SERVICE_SEGMENTS.has(request.path.split('/')[1]?.toLowerCase() ?? '')) next();
    else if (asksForPage(request)) {
      // A build while the service runs replaces the files that the page before it names.
      const builtAt = studioBuiltAt(folder);
      if (builtAt !== undefined && builtAt !== build?.builtAt) build = studioBuild(folder);
      if (build) sendPage(build.page, response);
      else next();
    } else if (build) build.files(request, response, next);
    else next();
  };
}

/** What one build of the Studio made. */
interface StudioBuild {
  readonly builtAt: number | undefined;
  readonly page: string;
  /** Serves its files and their compressed versions, which it looks up once. */
  readonly files: RequestHandler;
}

function studioBuild(folder: string): StudioBuild | undefined {
  const builtAt = studioBuiltAt(folder);
  const page = readStudioPage(folder);
  if (page === undefined) return undefined;
  const files = expressStaticGzip(folder, {
    index: false,
    enableBrotli: true,
    orderPreference: ['br', 'gz'],
    serveStatic: { cacheControl: false, redirect: false, setHeaders: setCaching },
  });
  return { builtAt, page, files };
}

function asksForPage({ method, headers }: Request): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && (headers.accept ?? '').includes('text/html');
}

function sendPage(page: string, response: Response): void {
  const nonce = randomBytes(16).toString('base64');
  response
    .set({ 'Content-Security-Policy': policy(nonce), 'Cache-Control': 'no-store' })
    .type('html')
    .send(page.replace(NONCE_PLACEHOLDER, nonce));
}

/** Files with a hash in their names never change; the others are asked for again each time. */
function setCaching(response: ServerResponse, path: string): void {
  const isHashed = /[\\/]assets[\\/]/.test(path);
  response.setHeader(
    'Cache-Control',
    isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
}

/** The page's own files only. The nonce is for the `<style>` elements that the component library writes. */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
