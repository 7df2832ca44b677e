/** URIs of the MCP resources. Each but `kinora://media/…` is answered by a path of the service's own API. */
export const GUIDE_URI = 'kinora://guide';
export const CHAPTER_TEMPLATE = 'kinora://guide/{chapter}';
export const OPENAPI_URI = 'kinora://openapi';
export const MEDIA_TEMPLATE = 'kinora://media/{path}';
export const JOB_TEMPLATE = 'kinora://jobs/{prompt_id}';

const CHAPTERS = 'kinora://guide/';
const MEDIA = 'kinora://media/';
const JOBS = 'kinora://jobs/';

export const mediaUri = (path: string): string => `${MEDIA}${encodeURIComponent(path)}`;

/** The path of the media asset that a URI names; `null` for other URIs. */
export const mediaPathIn = (uri: string): string | null => idIn(uri, MEDIA);

/** The path of the service's own API that answers a text resource; `null` for other URIs. */
export function apiPathOf(uri: string): string | null {
  if (uri === GUIDE_URI) return '/api/guide';
  if (uri === OPENAPI_URI) return '/openapi.json';
  const chapter = idIn(uri, CHAPTERS);
  if (chapter !== null) return `/api/guide/${encodeURIComponent(chapter)}`;
  const promptId = idIn(uri, JOBS);
  return promptId === null ? null : `/api/jobs/${encodeURIComponent(promptId)}`;
}

function idIn(uri: string, prefix: string): string | null {
  if (!uri.startsWith(prefix)) return null;
  try {
    return decodeURIComponent(uri.slice(prefix.length)) || null;
  } catch {
    return null;
  }
}
