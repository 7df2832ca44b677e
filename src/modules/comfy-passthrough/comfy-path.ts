import { codedError } from '../../platform/errors/app-error';
import { PRIVATE_FOLDERS } from '../providers/public/private-folders';

export class PathNotAllowed extends codedError({
  code: 'path_not_allowed',
  status: 403,
  meaning: "GET /api/comfy doesn't forward this path to nodes. `detail` names what it forwards.",
}) {
  constructor(fault: string) {
    super(fault, { hint: 'GET /api/comfy/models' });
  }
}

/** Endpoints of a node that requests are forwarded to. */
export const DISCOVERY_ENDPOINTS = [
  'system_stats',
  'object_info',
  'models',
  'embeddings',
  'features',
  'queue',
  'history',
  'prompt',
  'extensions',
] as const;

export type DiscoveryEndpoint = (typeof DISCOVERY_ENDPOINTS)[number];

/** An allowed path, decoded. */
export interface ComfyPath {
  readonly root: DiscoveryEndpoint;
  /** Every segment, the root first. */
  readonly segments: readonly string[];
}

/** Why a path is not allowed, as a sentence. */
export interface PathFault {
  readonly fault: string;
}

/** Decoded characters; far longer than any folder, class or prompt id. */
const MAX_PATH_LENGTH = 1000;

const PLAIN = 'Send the path in plain segments:';

/**
 * Reads the path after `/api/comfy/`. It is decoded exactly once, so that the rules judge what the node gets: `%2F`
 * counts as `/`, and a path that could be decoded again is rejected.
 */
export function readComfyPath(raw: string): ComfyPath | PathFault {
  const decoded = decodedOnce(raw);
  if (decoded === null) return { fault: `${PLAIN} percent-encode it once, as UTF-8.` };
  const fault = faultOf(decoded);
  if (fault !== null) return { fault };
  const segments = decoded.split('/');
  const [first, ...rest] = segments;
  const root = DISCOVERY_ENDPOINTS.find((one) => one === first);
  if (root === undefined) return { fault: `Ask for one of: ${DISCOVERY_ENDPOINTS.join(', ')}.` };
  if (root === 'extensions' && rest.length > 0)
    return { fault: 'Ask for extensions as a whole: their files are not passed on.' };
  return { root, segments };
}

function decodedOnce(raw: string): string | null {
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}

function faultOf(path: string): string | null {
  if (path.length > MAX_PATH_LENGTH) return `Send a path of at most ${MAX_PATH_LENGTH} characters.`;
  if (path.includes('%')) return `${PLAIN} encode it once, not twice.`;
  if (/[\\\p{Cc}]/u.test(path)) return `${PLAIN} no backslash, no control characters.`;
  const segments = path.split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..'))
    return `${PLAIN} none that is empty, '.' or '..'.`;
  return null;
}

/** Segments of the paths that ComfyUI itself answers; deeper ones belong to custom nodes. */
const MAX_SEGMENTS: Readonly<Partial<Record<DiscoveryEndpoint, number>>> = {
  object_info: 2,
  models: 2,
  history: 2,
};

/** Whether ComfyUI itself answers the path. Only admins may request others. */
export function isAnsweredByComfy({ root, segments }: ComfyPath): boolean {
  return segments.length <= (MAX_SEGMENTS[root] ?? 1);
}

/** Whether only admins may list this folder of a node. */
export function isPrivateFolder({ root, segments }: ComfyPath): boolean {
  return root === 'models' && PRIVATE_FOLDERS.has(segments[1] ?? '');
}

/** Whether every class is requested, which may be more than a hundred MiB. */
export function isWholeObjectInfo({ root, segments }: ComfyPath): boolean {
  return root === 'object_info' && segments.length === 1;
}

const PREFIX = '/api/comfy/';

/** The parts of a request's URL that are meant for the node. */
export interface NodeQuery {
  /** Behind `/api/comfy/`, still encoded. */
  readonly path: string;
  /** Without our own parameter; encoded again, so that it can't break out of the request line. */
  readonly query: string;
}

/** @param url path and query of the request line, beginning with `/api/comfy/` */
export function readNodeQuery(url: string): NodeQuery {
  const mark = url.indexOf('?');
  const end = mark < 0 ? url.length : mark;
  const query = new URLSearchParams(url.slice(end + 1));
  query.delete('provider');
  return { path: url.slice(PREFIX.length, end), query: query.toString() };
}
