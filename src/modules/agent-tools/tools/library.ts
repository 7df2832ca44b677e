import type { JsonRecord } from '../../../platform/json';
import { excerpt, PAGE, pageOf } from '../page';
import { nonEmpty } from '../brief';
import { DETAIL, IDEMPOTENCY_KEY, type Tool } from '../tool';
import { pathArgument, refusal, RequestRefused, segment, without } from '../tool-api';
import { fieldsOf } from '../tool-schema';
import { LOOK } from './look';
import { briefMedia, mediaLink } from './media-records';

const SEARCH = {
  q: 'Words of name, description, prompt and tags; -word leaves out.',
  type: '',
  tag: 'All of them.',
  character: '',
  project: '',
  prompt_id: 'A job: what it made.',
  workflow: '',
  made_from: 'A media path: what was made from it.',
  favourite: '',
  min_rating: '',
  source: '',
  sort: '',
};

const SEARCH_MEDIA: Tool = {
  name: 'search_media',
  title: 'Search the library',
  description: 'Finds pictures, clips and sounds, the newest first. look shows them.',
  hints: { readOnly: true, idempotent: true },
  input: { ...fieldsOf('GET /api/media', SEARCH), ...PAGE, detail: DETAIL },
  run: async ({ detail, ...query }, api) =>
    pageOf(api, { path: '/api/media', query, detail, short: briefMedia }),
};

const DESCRIBED = 'The description is set: send this again without it.';

/** What people wrote themselves, or chose for training. */
const REPLACED = ['description', 'remove_tags', 'character_ids', 'included_in_training_dataset'];

const EDIT_MEDIA: Tool = {
  name: 'edit_media',
  title: 'Tag and rate media',
  description:
    'Changes tags, characters, rating and description of media; only what you send changes.',
  hints: {
    idempotent: true,
    replaces: (args) => REPLACED.some((field) => args[field] !== undefined),
  },
  input: {
    ...fieldsOf('POST /api/media/metadata', {
      paths: '',
      add_tags: '',
      remove_tags: '',
      character_ids: '',
      favourite: '',
      rating: '',
      included_in_training_dataset: '',
    }),
    ...fieldsOf('PATCH /api/media/{path}/metadata', { description: 'Of one media asset.' }),
  },
  required: ['paths'],
  run: async ({ description, ...changes }, api) => {
    const isBulk = Object.keys(changes).length > 1;
    if (description === undefined) return { body: await api.post('/api/media/metadata', changes) };
    const { paths } = changes;
    const [path, ...more] = Array.isArray(paths) ? (paths as unknown[]) : [];
    if (typeof path !== 'string' || path === '' || more.length > 0)
      throw refusal('description', 'Send a description with one path.');
    const address = `/api/media/${segment(path)}`;
    const described = await api.patch(`${address}/metadata`, { description });
    if (!isBulk) return { body: described, brief: briefMedia(described) };
    await api.post('/api/media/metadata', changes).catch((error: unknown) => {
      if (!(error instanceof RequestRefused)) throw error;
      throw new RequestRefused(error.status, { ...error.body, hint: DESCRIBED });
    });
    const body = await api.get(address);
    return { body, brief: briefMedia(body) };
  },
};

const LAST_FRAME: Tool = {
  name: 'last_frame',
  title: 'Last frame of a clip',
  description:
    'Makes a picture of the last frame of a clip: the start of a clip that goes on from there.',
  hints: { idempotent: true },
  input: { path: { schema: { type: 'string', description: 'Media path of the clip.' } } },
  required: ['path'],
  requests: ['POST /api/media/{path}/last-frame'],
  run: async (args, api) => {
    const body = await api.post(`/api/media/${pathArgument(args, 'path')}/last-frame`);
    return { body, brief: briefMedia(body), links: [mediaLink(body)] };
  },
};

const FILE_ADDRESS: Tool = {
  name: 'file_address',
  title: 'Address for a file',
  description:
    'An address that works without a key: with path to download that file (for the user, or for curl); with filename, size_bytes and sha256 to upload one by PUT within 10 minutes.',
  hints: { shares: true },
  input: {
    path: { schema: { type: 'string', description: 'Media path, to download.' } },
    ...fieldsOf('POST /api/media/{path}/link', { ttl_seconds: 'How long it can be downloaded.' }),
    ...fieldsOf('POST /api/media/upload-addresses', { filename: '', size_bytes: '', sha256: '' }),
    idempotency_key: IDEMPOTENCY_KEY,
  },
  requests: ['POST /api/media'],
  run: async ({ path, idempotency_key: key, ...fields }, api) => {
    const address =
      path === undefined
        ? '/api/media/upload-addresses'
        : `/api/media/${pathArgument({ path }, 'path')}/link`;
    return { body: await api.post(address, fields, key) };
  },
};

const GET_CHARACTERS: Tool = {
  name: 'get_characters',
  title: 'Characters',
  description:
    'Lists characters (people, places, props, styles that stay the same), or reads one; with voices, what can speak for them.',
  hints: { readOnly: true, idempotent: true },
  input: {
    character_id: { schema: { type: 'string', description: 'One character. Omitted: a list.' } },
    ...fieldsOf('GET /api/characters', { q: '', category: '' }),
    voices: {
      schema: { type: 'boolean', description: 'Lists voices for save_character instead.' },
    },
    ...PAGE,
    detail: DETAIL,
  },
  requests: ['GET /api/characters/{id}', 'GET /api/voices'],
  run: async (args, api) => {
    if (args['character_id'] !== undefined)
      return { body: await api.get(`/api/characters/${pathArgument(args, 'character_id')}`) };
    const { detail, voices, ...query } = args;
    if (voices === true)
      return pageOf(api, { path: '/api/voices', query, detail, short: shortVoice });
    return pageOf(api, { path: '/api/characters', query, detail, short: shortCharacter });
  },
};

const shortVoice = (voice: JsonRecord): JsonRecord =>
  nonEmpty(voice, 'provider', 'voice_id', 'name', 'labels');

const shortCharacter = (character: JsonRecord): JsonRecord => ({
  ...nonEmpty(character, 'id', 'name', 'category', 'trigger'),
  ...excerpt(character, 'base_prompt', 100),
  ...(character['editable'] === true ? { editable: true } : {}),
});

const SAVE_CHARACTER: Tool = {
  name: 'save_character',
  title: 'Save a character',
  description:
    'With a name: creates the character, or replaces the whole one that has this id. Without: changes only what you send.',
  hints: { destructive: true, idempotent: true },
  input: fieldsOf('POST /api/characters', {
    id: '',
    name: '',
    category: '',
    trigger: 'Word that its LoRAs were trained with.',
    description: '',
    base_prompt: 'Words put into every prompt that names it.',
    source_images: 'Media paths of pictures of it.',
    loras: '',
    voice: '',
    defaults: 'Generate fields that it brings.',
  }),
  required: ['id'],
  requests: ['PATCH /api/characters/{id}'],
  run: async (args, api) => {
    if (args['name'] !== undefined) return { body: await api.post('/api/characters', args) };
    const path = `/api/characters/${pathArgument(args, 'id')}`;
    return { body: await api.patch(path, without(args, 'id')) };
  },
};

/** The library, and the characters that its media show. */
export const LIBRARY: readonly Tool[] = [
  ...[LOOK, SEARCH_MEDIA, EDIT_MEDIA, LAST_FRAME, FILE_ADDRESS],
  ...[GET_CHARACTERS, SAVE_CHARACTER],
];
