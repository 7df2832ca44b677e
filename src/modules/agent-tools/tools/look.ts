import { type JsonRecord, recordsOf } from '../../../platform/json';
import { DETAIL, type Tool, type ToolAnswer } from '../tool';
import { pathArgument, picked, refusal, RequestRefused, segment, type ToolApi } from '../tool-api';
import { waitFor } from './make';
import { briefMedia, mediaLink } from './media-records';

const MAX_PICTURES = 4;
const MAX_SHEET = 64;

/** Shows media to those who can see. */
export const LOOK: Tool = {
  name: 'look',
  title: 'Look at media',
  description:
    'Shows pictures, or frames of clips, with their records: one large, up to 4 smaller; more, or a batch, as one contact sheet, which is kept in the library.',
  hints: { idempotent: true },
  input: {
    paths: { schema: { type: 'array', items: { type: 'string' }, maxItems: MAX_SHEET } },
    batch_id: { schema: { type: 'string', description: 'Instead of paths.' } },
    detail: DETAIL,
  },
  requests: ['GET /media/{path}', 'POST /api/media/contact-sheet', 'GET /api/batches/{id}'],
  run: async (args, api) => {
    const paths = await pathsToShow(args, api);
    if (paths.length === 0) return nothingToShow(args, api);
    if (paths.length > MAX_PICTURES) return sheetOf(paths, api);
    const records = await Promise.all(paths.map((path) => recordOf(path, paths, api)));
    const edge = paths.length === 1 ? 1024 : 512;
    const pictures = await Promise.all(
      records
        .filter(({ type }) => type === 'image' || type === 'video')
        .map(({ path }) => api.picture(String(path), edge)),
    );
    const body = { items: records };
    const brief = { items: records.map(briefMedia) };
    return { body, brief, pictures, links: records.map(mediaLink) };
  },
};

/** The record of one of these media. Its refusal says which one it is of several. */
async function recordOf(path: string, { length }: readonly string[], api: ToolApi) {
  return api.get(`/api/media/${segment(path)}`).catch((error: unknown) => {
    if (length === 1 || !(error instanceof RequestRefused)) throw error;
    throw new RequestRefused(error.status, { ...error.body, path });
  });
}

async function pathsToShow(args: JsonRecord, api: ToolApi): Promise<readonly string[]> {
  if (args['batch_id'] !== undefined) {
    const jobs = await api.get('/api/jobs', { batch: args['batch_id'], limit: MAX_SHEET });
    const outputs = recordsOf(jobs).map((job) => recordsOf(job, 'outputs')[0]?.['path']);
    return outputs.filter((path) => typeof path === 'string').reverse();
  }
  const { paths } = args;
  const isList = Array.isArray(paths) && paths.every((path) => typeof path === 'string' && path);
  if (isList && paths.length > 0 && paths.length <= MAX_SHEET) return paths as string[];
  throw refusal('paths', `Send a list of 1 to ${MAX_SHEET} media paths, or a batch_id.`);
}

/** Of a batch without outputs; refused if there is no such batch. */
async function nothingToShow(args: JsonRecord, api: ToolApi): Promise<ToolAnswer> {
  const { status, counts } = await api.get(`/api/batches/${pathArgument(args, 'batch_id')}`);
  const body = { items: [], status, counts };
  return status === 'running' ? { body, next: waitFor(picked(args, ['batch_id'])) } : { body };
}

async function sheetOf(paths: readonly string[], api: ToolApi): Promise<ToolAnswer> {
  const labels = paths.map((_, at) => String(at + 1));
  const record = await api.post('/api/media/contact-sheet', { paths, labels });
  const body = {
    sheet: record,
    labels: Object.fromEntries(labels.map((label, at) => [label, paths[at]])),
  };
  const brief = { sheet: briefMedia(record), labels: body.labels };
  return {
    body,
    brief,
    pictures: [await api.picture(String(record['path']))],
    links: [mediaLink(record)],
  };
}
