/** Resources of this service by URI, and the paths of our API that answer them. */
export const GUIDE_URI = 'kinora://guide';
export const CHAPTER_TEMPLATE = 'kinora://guide/{chapter}';
export const OPENAPI_URI = 'kinora://openapi';
export const MEDIA_TEMPLATE = 'kinora://media/{path}';
export const JOB_TEMPLATE = 'kinora://jobs/{prompt_id}';

const CHAPTERS = 'kinora://guide/';
const MEDIA = 'kinora://media/';
const JOBS = 'kinora://jobs/';

export const mediaUri = (path: string): string => `${MEDIA}${encodeURIComponent(path)}`;

/** The media asset that a URI names. */
export const mediaPathIn = (uri: string): string | null => idIn(uri, MEDIA);

/** The path of our API that answers a text resource; `null` for other URIs. */
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
