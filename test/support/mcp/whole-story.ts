import type { McpClient } from './clients';

const SIZE = { width: 64, height: 64 };
const PICTURE = { ...SIZE, workflow: 'z-image-turbo-t2i', steps: 1 };
const CLIP = { ...SIZE, workflow: 'wan22-5b-i2v', length: 5 };
const SHOTS = [
  ['a tram stop', 'snow falls', 'It was late.'],
  ['inside a tram', 'lights flicker', 'Nobody spoke.'],
  ['a depot', 'doors close', 'Then it was over.'],
];

type Body = Record<string, unknown>;

interface WholeStory {
  /** Calls that failed, with their errors. */
  readonly failed: readonly string[];
  /** The final states of what was followed, in this order. */
  readonly ended: readonly unknown[];
  readonly found: readonly string[];
  readonly picture: string;
  readonly film: string;
  /** The job that uses the character with its LoRA. */
  readonly portrait: Body;
}

/**
 * Makes with the tools alone what users ask an assistant for: a picture, an edit, a clip, four at once, a search, a change, a
 * character, a film with speech, and a LoRA for the character. It follows the `next` of each answer.
 * @param id unique for the install
 */
export async function tellWholeStory(client: McpClient, id: string): Promise<WholeStory> {
  const failed: string[] = [];
  const ended: unknown[] = [];
  const call = async (name: string, args: Body): Promise<Body> => {
    const { body, isError, text } = await client.call(name, args);
    if (isError) failed.push(`${name}: ${text}`);
    const { next } = body as { next?: { tool: string; arguments: Body } };
    if (next) return call(next.tool, next.arguments);
    if (name === 'get_jobs') ended.push(body['status']);
    return body;
  };
  const made = async (name: string, args: Body): Promise<string> =>
    String(outputsOf(await call(name, args))[0]);

  const first = await call('make_image', { ...PICTURE, prompt: `a tram in snow, ${id}` });
  const picture = String(outputsOf(first)[0]);
  const edit = { workflow: 'sdxl-i2i', prompt: 'a green tram', image: picture, steps: 1 };
  const image = await made('make_image', edit);
  await call('make_video', { ...CLIP, prompt: 'the tram moves', image });
  const base = { ...PICTURE, type: 'image', prompt: 'a driver with a moustache' };
  const batch = await call('make_batch', { base, count: 4 });
  const paths = batch['outputs'];
  const found = recordsIn(await call('search_media', { q: `tram ${id}` }), 'items');
  await call('rerun_job', { prompt_id: first['prompt_id'], changes: { prompt: 'a tram in rain' } });

  await call('save_character', { id, name: 'Driver', base_prompt: 'a driver, blue cap' });
  const characters = [{ id }];
  await call('make_image', { ...PICTURE, prompt: 'drinking coffee', characters });

  const [voice] = recordsIn(await call('get_characters', { voices: true }), 'items');
  const narrator_voice = { provider: voice?.['provider'], voice_id: voice?.['voice_id'] };
  const project = { title: id, aspect_ratio: '1:1', characters: [id], narrator_voice };
  const { id: project_id } = await call('save_story', { project });
  const { id: scene_id } = await call('save_story', { project_id, scene: { scene_number: 1 } });
  for (const [image_prompt, motion_prompt, text] of SHOTS) {
    const lines = [{ speaker: 'narrator', text }];
    const shot = { image_prompt, motion_prompt, lines, timing: 'fit_dialogue' };
    await call('save_story', { project_id, scene_id, shot });
  }
  await call('make_takes', { project_id, kind: 'speech' });
  for (const [kind, { workflow, ...fields }] of [
    ['image', PICTURE],
    ['video', CLIP],
  ] as const)
    await call('make_takes', { project_id, kind, workflow, fields });
  const { path: film } = await call('render_film', { project_id, resolution: '480p' });

  await call('save_dataset', { id, name: id, paths, caption: '[trigger], a man' });
  const run = { job_name: id, trigger_word: 'drv_tok', dataset: id, steps: 100 };
  await call('start_training', run);
  await call('publish_lora', { job_name: id, character: id, workflow: PICTURE.workflow });
  const portrait = await call('make_image', { ...PICTURE, prompt: 'asleep', characters });
  const foundPaths = found.map(({ path }) => String(path));
  return { failed, ended, found: foundPaths, picture, film: String(film), portrait };
}

const recordsIn = (body: Body, name: string): readonly Body[] => (body[name] ?? []) as Body[];

const outputsOf = (body: Body): readonly unknown[] =>
  recordsIn(body, 'outputs').map(({ path }) => path);
