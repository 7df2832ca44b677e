import { type JsonRecord, recordsOf } from '../../../platform/json';
import { nonEmpty } from '../brief';
import { excerpt } from '../page';
import type { ToolLink } from '../public/agent-tools';

const MIMES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  weba: 'audio/webm',
  mka: 'audio/x-matroska',
};

/** The media type of an output, by the end of its path. */
const mimeOf = (path: string, type: string): string =>
  MIMES[path.split('.').at(-1) ?? ''] ??
  (type === 'text' ? 'text/plain' : 'application/octet-stream');

/** What a short reply has of a job. */
export function shortJob(job: JsonRecord): JsonRecord {
  return {
    ...nonEmpty(job, 'prompt_id', 'status', 'kind', 'workflow', 'provider', 'batch'),
    ...excerpt(job, 'prompt', 120),
    ...nonEmpty(
      job,
      'progress',
      'queue_position',
      'eta_seconds',
      'error',
      'node_errors',
      'warnings',
    ),
    ...(job['node_unreachable'] === true ? { node_unreachable: true } : {}),
    outputs: recordsOf(job, 'outputs').map((output) => nonEmpty(output, 'type', 'path', 'text')),
  };
}

/** {@link shortJob} with what the job used. */
export const briefJob = (job: JsonRecord): JsonRecord => ({
  ...shortJob(job),
  ...nonEmpty(job, 'models', 'loras', 'settings', 'seed'),
});

/** What a short reply has of a batch, a generation or a render. */
export function shortPart(body: JsonRecord): JsonRecord {
  const outputs = recordsOf(body, 'outputs').flatMap(({ path }) =>
    typeof path === 'string' ? [path] : [],
  );
  const takes = recordsOf(body, 'takes').map((take) =>
    nonEmpty(take, 'id', 'shot_id', 'status', 'prompt_id', 'path', 'error'),
  );
  return {
    ...nonEmpty(body, 'id', 'name', 'project_id', 'kind', 'type', 'status', 'reason', 'total'),
    ...nonEmpty(
      body,
      'counts',
      'fraction',
      'eta_seconds',
      'frames_done',
      'frames_total',
      'seconds',
    ),
    ...nonEmpty(body, 'path', 'poster', 'error', 'skipped'),
    ...(takes.length === 0 ? {} : { takes }),
    ...nonEmpty({ outputs }, 'outputs'),
    ...nonEmpty(body, 'next_cursor'),
  };
}

/** The jobs of a list, or the one record itself. */
export function statesOf(body: JsonRecord): readonly JsonRecord[] {
  return Array.isArray(body['items']) ? recordsOf(body) : [body];
}

/** The finished files of jobs and renders. */
export function linksOf(body: JsonRecord): readonly ToolLink[] {
  const outputs = statesOf(body).flatMap((state) => recordsOf(state, 'outputs'));
  const film = typeof body['path'] === 'string' ? [{ type: 'video', path: body['path'] }] : [];
  return [...outputs, ...film].flatMap(({ type, path }) =>
    typeof path === 'string' ? [{ path, name: path, mime: mimeOf(path, String(type)) }] : [],
  );
}
