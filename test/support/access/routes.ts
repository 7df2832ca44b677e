import { randomUUID } from 'node:crypto';
import { uniquePng } from '../media-samples';
import {
  characterOf,
  FROM_PICTURE,
  presetOf,
  request,
  SLOW,
  type OwnedResources,
  FAST,
  WORKFLOW,
} from './owners';
import { CHAT_ROUTES } from './chat-routes';
import { owned, type RouteFixture, type RouteRequest, search, shared } from './route-fixture';
import { STORY_ROUTES } from './story-routes';
import { TRAINING_ROUTES } from './training-routes';
import { WEBHOOK_ROUTES } from './webhook-routes';

const unknown = (ok = 404): RouteFixture => ({ ok, others: 'scoped', unrouted: true });

const job = ({ job: id }: OwnedResources): RouteRequest => ({ path: [id] });
const batch = ({ batch: id }: OwnedResources): RouteRequest => ({ path: [id] });
const collection = ({ collection: id }: OwnedResources): RouteRequest => ({ path: [id] });
const collectionPath = ({ collection: id }: OwnedResources): string => `/api/collections/${id}`;
const preset = ({ preset: id }: OwnedResources): RouteRequest => ({ path: [id] });
const character = ({ character: id }: OwnedResources): RouteRequest => ({ path: [id] });
const characterPath = ({ character: id }: OwnedResources): string => `/api/characters/${id}`;
const media = ({ media: path }: OwnedResources): RouteRequest => ({ path: [path] });
const victim = ({ victim: id }: OwnedResources): RouteRequest => ({ path: [id] });
const severalMedia = (path: (of: OwnedResources) => string, change: object = {}): RouteFixture => ({
  ...shared((of) => ({ body: { paths: [path(of)], ...change } })),
  uses: 'upload',
  witness: ({ upload }) => `/api/media/${upload}`,
});

async function form(mark: string): Promise<FormData> {
  const made = new FormData();
  made.set('file', new Blob([new Uint8Array(await uniquePng(5, 5))]), `${mark}.png`);
  made.set('description', mark);
  return made;
}

/** A file of the simulator. */
const CHECKPOINT = 'sd_xl_base_1.0.safetensors';

/** A picture of one colour. */
const GRAPH = {
  '1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
  '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } },
};

/** The state of an account, without its last use. */
const account = ({ victim: id }: OwnedResources): string => `/api/agents/${id}`;

const CLIP_OF_PICTURE = 'wan22-5b-i2v';

/** The shortest possible clip. */
const CLIP = {
  workflow: 'wan22-14b-t2v',
  provider: FAST,
  prompt: 'x',
  width: 16,
  height: 16,
  length: 5,
  steps_high: 1,
  steps_low: 1,
};

/**
 * By method and path as `/openapi.json` spells them; behind `#` another way to ask the same route. A route that isn't
 * here fails the matrix.
 */
export const ROUTES: Readonly<Record<string, RouteFixture>> = {
  'GET /': { ok: 302, others: 'scoped' },
  'GET /docs': shared(),
  'GET /favicon.ico': shared(),
  'GET /docs/start.css': shared(),
  'GET /docs/start.js': shared(),
  'GET /docs/{asset}': shared(() => ({ path: ['swagger-ui.css'] })),
  'GET /openapi.json': shared(),
  'GET /api/health': shared(),
  'GET /api/health/live': shared(),
  'GET /metrics': shared(),
  'GET /api/errors': shared(),
  'GET /api/guide': shared(),
  // Rights are those of the calls of its tools: test/e2e/mcp-access.e2e.ts.
  'POST /mcp': shared(() => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })),
  'GET /api/guide/{chapter}': shared(() => ({ path: ['film'] })),
  'GET /llms.txt': shared(),
  'GET /api/audit': search(() => ({})),
  'GET /api/audit #of another owner': search(({ agent }) => ({ actor: agent, subject: agent })),

  'GET /api/session': shared(),
  // A valid key would be in the answer's cookie, and wrong ones would soon be throttled.
  'POST /api/session': shared(() => ({ body: {} }), 422),
  'DELETE /api/session': shared(),

  'GET /api/agents': search(() => ({})),
  'POST /api/agents': shared(
    (_, { mark }) => ({
      body: { id: `${mark}-${process.hrtime.bigint()}`, name: mark },
    }),
    201,
  ),
  'GET /api/agents/{id}': { ...shared(victim) },
  'PATCH /api/agents/{id}': {
    ...shared((of) => ({ ...victim(of), body: { name: 'changed', allowed_workflows: ['x'] } })),
    uses: 'victim',
    witness: account,
  },
  'DELETE /api/agents/{id}': { ...shared(victim), uses: 'victim', witness: account },
  'POST /api/agents/{id}/rotate': { ...shared(victim), uses: 'victim', witness: account },
  'GET /api/agents/{agent_id}/profile': owned(({ agent }) => ({ path: [agent] })),
  'PATCH /api/agents/{agent_id}/profile': owned(
    ({ agent, mark }) => ({ path: [agent], body: { bio: `${mark} again` } }),
    { witness: ({ agent }) => `/api/agents/${agent}/profile` },
  ),
  'PATCH /api/agents/{agent_id}/profile #a picture of another owner': owned(
    ({ upload }, { agent }) => ({
      path: [agent],
      body: { avatar: upload },
    }),
  ),

  'GET /api/providers': search(() => ({})),
  'GET /api/providers/{id}': shared(() => ({ path: [SLOW] })),
  'GET /api/providers/{id} #away': shared(() => ({ path: ['away'] })),

  'GET /api/workflows': search(() => ({})),
  'GET /api/workflows/{workflow_id}': {
    ...shared(() => ({ path: [WORKFLOW] })),
    narrowed: 'always',
  },
  'GET /api/workflows/{workflow_id} #from a picture': {
    ...shared(() => ({ path: [FROM_PICTURE] })),
    narrowed: 'always',
  },
  'GET /api/workflows/{workflow_id}/graph': {
    ...shared(() => ({ path: [WORKFLOW] })),
    narrowed: 'always',
  },

  'POST /api/workflows': shared(
    () => ({ body: { id: `imported-${process.hrtime.bigint()}`, graph: GRAPH } }),
    201,
  ),
  // A builtin workflow, which can't be removed.
  'DELETE /api/workflows/{workflow_id}': shared(() => ({ path: [WORKFLOW] }), 409),

  'POST /api/image/generate': { ...shared(() => ({ body: request() })), narrowed: 'always' },
  'POST /api/image/generate #drawn up': {
    ...shared(() => ({ body: request({ submit: false }) })),
    narrowed: 'always',
  },
  'POST /api/image/generate #with a picture of another owner': owned(
    ({ upload }) => ({
      body: { workflow: FROM_PICTURE, provider: FAST, prompt: 'x', image: upload, submit: false },
    }),
    { narrowed: 'always' },
  ),
  'POST /api/image/generate #with a URL of another owner': owned(
    ({ media: path }) => ({
      body: request({
        workflow: FROM_PICTURE,
        image: `/media/${path}`,
        submit: false,
        width: null,
        height: null,
      }),
    }),
    { narrowed: 'always' },
  ),

  'POST /api/video/generate': { ...shared(() => ({ body: CLIP })), narrowed: 'always' },
  'POST /api/video/generate #drawn up': {
    ...shared(() => ({ body: { ...CLIP, submit: false } })),
    narrowed: 'always',
  },
  'POST /api/video/generate #with a picture of another owner': owned(
    ({ upload }) => ({
      body: {
        workflow: CLIP_OF_PICTURE,
        provider: FAST,
        prompt: 'x',
        image: upload,
        submit: false,
      },
    }),
    { narrowed: 'always' },
  ),
  'POST /api/video/generate #with a URL of another owner': owned(
    ({ media: path }) => ({
      body: {
        workflow: CLIP_OF_PICTURE,
        provider: FAST,
        prompt: 'x',
        submit: false,
        image: `/media/${path}`,
      },
    }),
    { narrowed: 'always' },
  ),

  'POST /api/plan': { ...shared(() => ({ body: request({ type: 'image' }) })), narrowed: 'always' },
  'POST /api/plan #a clip': {
    ...shared(() => ({ body: { ...CLIP, type: 'video' } })),
    narrowed: 'always',
  },
  'POST /api/plan #with a picture of another owner': owned(
    ({ upload }) => ({
      body: {
        type: 'video',
        workflow: CLIP_OF_PICTURE,
        provider: FAST,
        prompt: 'x',
        image: upload,
      },
    }),
    { narrowed: 'always' },
  ),

  'GET /api/jobs': search(() => ({})),
  'GET /api/jobs #by id': search(({ job: id, running }) => ({ prompt_ids: `${id},${running}` })),
  'GET /api/jobs/{prompt_id}': owned(job),
  'GET /api/jobs/{prompt_id} #unfinished': owned(({ running }) => ({ path: [running] })),
  'GET /api/jobs/{prompt_id} #waiting': owned((of) => ({ ...job(of), query: '?wait=1' })),
  'GET /api/jobs/{prompt_id}/graph': owned(job),
  'GET /api/jobs/{prompt_id}/request': owned(job),
  'GET /api/jobs/{prompt_id}/preview': owned(({ running }) => ({ path: [running] }), {
    onlyOf: 'ann',
  }),
  'POST /api/jobs/{prompt_id}/cancel': owned(({ running }) => ({ path: [running] }), {
    uses: 'running',
    witness: ({ running }) => `/api/jobs/${running}/graph`,
  }),
  'POST /api/jobs/cancel': {
    ...shared(({ running }) => ({ body: { prompt_ids: [running] } })),
    uses: 'running',
    witness: ({ running }) => `/api/jobs/${running}/graph`,
  },
  'POST /api/jobs/{prompt_id}/rerun': owned(
    (of) => ({ ...job(of), body: { changes: { filename_prefix: null } } }),
    { narrowed: 'own' },
  ),
  'GET /api/jobs/{prompt_id}/events': owned(job, { stream: true }),
  'GET /api/events': { ...shared(), stream: true },

  'POST /api/batches': {
    ...shared(() => ({ body: { base: request({ type: 'image' }) } }), 201),
    narrowed: 'always',
  },
  'POST /api/batches #with a picture of another owner': owned(
    ({ upload: image }) => ({
      body: {
        base: { type: 'image', workflow: FROM_PICTURE, provider: FAST, prompt: 'x', image },
      },
    }),
    { ok: 201, narrowed: 'always' },
  ),
  'GET /api/batches': search(() => ({})),
  'GET /api/batches #of all owners': search(() => ({ owner: '*' })),
  'GET /api/batches/{id}': owned(batch),
  'GET /api/batches/{id}/children': owned(batch),
  'GET /api/batches/{id}/contact-sheet': owned(batch),
  'POST /api/batches/{id}/cancel': owned(batch, { ok: 409 }),

  'POST /api/presets': {
    ...shared((_, { mark }) => ({ body: presetOf(mark) }), 201),
    narrowed: 'always',
  },
  'GET /api/presets': search(() => ({})),
  'GET /api/presets #of all owners': search(() => ({ owner: '*' })),
  'GET /api/presets/{id}': owned(preset),
  'PATCH /api/presets/{id}': owned((of) => ({ ...preset(of), body: { values: { steps: 2 } } }), {
    witness: ({ preset: id }) => `/api/presets/${id}`,
  }),
  'DELETE /api/presets/{id}': owned(preset, {
    uses: 'preset',
    witness: ({ preset: id }) => `/api/presets/${id}`,
  }),
  'POST /api/collections': shared((_, { mark }) => ({ body: { name: mark } }), 201),
  'GET /api/collections': search(() => ({ with_counts: 'true' })),
  'GET /api/collections #of all owners': search(() => ({ owner: '*' })),
  'GET /api/collections/{id}': owned(collection),
  'PATCH /api/collections/{id}': owned((of) => ({ ...collection(of), body: { name: of.mark } }), {
    witness: collectionPath,
  }),
  'DELETE /api/collections/{id}': owned(collection, {
    uses: 'collection',
    witness: collectionPath,
  }),
  'POST /api/collections/{id}/items': owned(
    (of, { upload }) => ({ ...collection(of), body: { paths: [of.upload, upload] } }),
    { witness: collectionPath },
  ),
  'DELETE /api/collections/{id}/items': owned(
    (of, { upload }) => ({ ...collection(of), body: { paths: [upload] } }),
    { witness: collectionPath },
  ),
  ...CHAT_ROUTES,
  'GET /api/characters': search(() => ({})),
  'POST /api/characters': {
    ...shared(({ character: id, upload }) => ({ body: characterOf(id, upload) })),
    others: 'character_read_only',
    namesCharacter: true,
    witness: characterPath,
  },
  'GET /api/characters/{character_id}': { ...shared(character), namesCharacter: true },
  'GET /api/characters/{character_id}/media': { ...shared(character), namesCharacter: true },
  'PATCH /api/characters/{character_id}': {
    ...shared((of) => ({ ...character(of), body: { trigger: 'x' } })),
    others: 'character_read_only',
    namesCharacter: true,
    witness: characterPath,
  },
  'DELETE /api/characters/{character_id}': {
    ...shared(character),
    others: 'character_read_only',
    namesCharacter: true,
    uses: 'character',
    witness: characterPath,
  },
  ...STORY_ROUTES,
  ...TRAINING_ROUTES,
  ...WEBHOOK_ROUTES,
  'GET /api/prompts': search(({ mark }) => ({ q: mark })),
  'DELETE /api/prompts': shared(),

  'GET /api/voices': search(() => ({ provider: 'openai' })),
  'POST /api/voices/speak': shared(() => ({ body: { text: randomUUID(), voice_id: 'mara' } }), 201),

  'GET /api/loras': search(() => ({ provider: FAST })),
  'GET /api/models/{folder}': shared(() => ({ path: ['checkpoints'] })),
  'GET /api/models/{folder} #of the node itself': shared(() => ({ path: ['input'] })),
  'PATCH /api/models/{folder}': shared(() => ({
    path: ['checkpoints'],
    body: { name: CHECKPOINT, title: 'A checkpoint' },
  })),

  'GET /api/comfy/{path} #classes': shared(() => ({ path: ['object_info/LoadImage'] })),
  'GET /api/comfy/{path} #queue': shared(() => ({ path: ['queue'], query: `?provider=${SLOW}` })),
  'GET /api/comfy/{path} #history': shared(() => ({
    path: ['history'],
    query: `?provider=${FAST}`,
  })),
  'GET /api/comfy/{path} #history of a job': shared(({ job: id }) => ({
    path: [`history/${id}`],
    query: `?provider=${FAST}`,
  })),
  'GET /api/comfy/{path} #system': shared(() => ({ path: ['system_stats'] })),
  'GET /api/comfy/{path} #a node that is away': {
    ...shared(() => ({ path: ['queue'], query: '?provider=away' })),
    ok: 502,
  },

  'GET /api/media': search(() => ({ facets: 'true' })),
  'GET /api/media #words': search(({ mark }) => ({ facets: 'true', q: mark })),
  'GET /api/media #of a job': search(({ job: id }) => ({ facets: 'true', prompt_id: id })),
  'GET /api/media #of another owner': search(({ agent }) => ({ facets: 'true', owner: agent })),
  'GET /api/media/buckets': shared(() => ({ query: '?tz=UTC' })),
  'GET /api/media/layout': shared(),
  'GET /api/media/tags': shared(),
  'PATCH /api/media/{path}/metadata': owned(
    ({ upload }) => ({ path: [upload], body: { rating: 3 } }),
    { uses: 'upload', witness: ({ upload }) => `/api/media/${upload}` },
  ),
  'POST /api/media': shared(async (_, { mark }) => ({ body: await form(mark) }), 201),
  'GET /api/media/duplicates': shared(),
  'POST /api/media/duplicates/resolve': owned(
    ({ upload }) => ({ body: { keep: upload, merge: ['none.png'] } }),
    { witness: ({ upload }) => `/api/media/${upload}` },
  ),
  'GET /api/media/links': search(() => ({})),
  'GET /api/media/links #of all owners': search(() => ({ owner: '*' })),
  'DELETE /api/media/links/{id}': owned(({ link }) => ({ path: [link] }), { uses: 'link' }),
  'POST /api/media/{path}/link': owned(({ upload }) => ({ path: [upload], body: {} }), { ok: 201 }),
  'GET /link/{token}': {
    ...shared(({ link }) => ({ path: [link] }), 404),
    isForAllPages: true,
  },
  'POST /api/media/upload-addresses': shared(
    () => ({ body: { filename: 'a.png', size_bytes: 1, sha256: '0'.repeat(64) } }),
    201,
  ),
  'PUT /upload/{token}': shared(() => ({ path: ['none'] }), 404),
  'GET /api/media/{path}/similar': owned(media),
  'GET /api/media/{path}': owned(media),
  'DELETE /api/media/{path}': owned(({ upload }) => ({ path: [upload] }), {
    uses: 'upload',
    witness: ({ upload }) => `/api/media/${upload}`,
  }),
  'GET /api/media/{path}/embedded': owned(media),
  // Only recordings have a last frame.
  'POST /api/media/{path}/last-frame': owned(media, { ok: 422 }),
  'POST /api/media/contact-sheet': owned(
    // The same sheet again would be answered 200.
    ({ upload }) => ({ body: { paths: [upload], labels: [String(process.hrtime.bigint())] } }),
    { ok: 201 },
  ),
  'POST /api/media/archive': owned(({ upload }) => ({ body: { paths: [upload] } })),
  'POST /api/media/delete': severalMedia(({ upload }) => upload),
  'POST /api/media/restore': severalMedia(({ upload }) => upload),
  'POST /api/media/purge': severalMedia(({ upload }) => upload),
  'POST /api/media/metadata': severalMedia(({ upload }) => upload, { rating: 3 }),
  'GET /api/operations/{id}': shared(() => ({ path: ['none'] }), 404),
  'POST /api/undo/{token}': shared(() => ({ path: ['none'] }), 404),
  'GET /media/{path}': owned(media),
  'GET /media/{path} #thumbnail': owned((of) => ({ ...media(of), query: '?thumbnail=256' })),
  'GET /media/{path} #range': owned((of) => ({ ...media(of), headers: { Range: 'bytes=0-3' } }), {
    ok: 206,
  }),
  'GET /media/{path} #no such range': owned(
    (of) => ({ ...media(of), headers: { Range: 'bytes=99999999-' } }),
    { ok: 416 },
  ),
  'GET /media/{path} #known': owned(
    ({ upload, sha256 }) => ({ path: [upload], headers: { 'If-None-Match': `"${sha256}"` } }),
    { ok: 304 },
  ),
  'GET /media/{path} #anything known': owned(
    (of) => ({ ...media(of), headers: { 'If-None-Match': '*' } }),
    { ok: 304 },
  ),

  'GET /api/nope': unknown(),
  'GET /nope': unknown(),
  'GET /mcp': unknown(405),
  'GET /media': unknown(),
  'GET /media/a/b': unknown(),
  'GET /api/agents/x/y/z': unknown(),
  'PUT /api/jobs': unknown(405),
  'DELETE /api/agents': unknown(405),
};
