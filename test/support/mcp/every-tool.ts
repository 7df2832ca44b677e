import type { McpClient } from './clients';

const SIZE = { provider: 'simulator', width: 64, height: 64 };
const PICTURE = { ...SIZE, workflow: 'sd15-t2i', prompt: 'a lighthouse', steps: 1 };
const CLIP = { ...SIZE, workflow: 'wan22-5b-t2v', prompt: 'waves', length: 5 };

/** Fails: nothing was trained. */
export const UNTRAINED = 'publish_lora';

interface Called {
  readonly isError: boolean;
  readonly body: Record<string, unknown>;
}

/**
 * Calls every tool once, each with what the ones before have answered, and `get_jobs` whenever another one says so.
 * @param id unique for the install
 * @returns the answers, by tool; throws if another call than that of {@link UNTRAINED} fails
 */
export async function callEveryTool(client: McpClient, id: string): Promise<Map<string, Called>> {
  const answers = new Map<string, Called>();
  const call = async (name: string, args: object = {}): Promise<Record<string, unknown>> => {
    const answer = await client.call(name, { ...args });
    answers.set(name, answer);
    if (answer.isError && name !== UNTRAINED) throw new Error(`${name}: ${answer.text}`);
    const { next } = answer.body as { next?: { tool: string; arguments: object } };
    return next?.tool === 'get_jobs' ? call(next.tool, next.arguments) : answer.body;
  };
  const pathIn = ({ outputs }: Record<string, unknown>): string =>
    (outputs as [{ path: string }])[0].path;

  await call('get_nodes');
  await call('get_workflows', { runnable: true });
  await call('plan', { type: 'image', request: PICTURE });
  const picture = await call('make_image', PICTURE);
  await call('rerun_job', { prompt_id: picture['prompt_id'], changes: { seed: 7 } });
  await call('make_batch', { base: { type: 'image', ...PICTURE }, count: 2 });
  await call('cancel_jobs', { status: 'queued' });
  const path = pathIn(picture);
  await call('look', { paths: [path] });
  await call('edit_media', { paths: [path], add_tags: [id] });
  await call('search_media', { tag: [id] });
  await call('file_address', { path });
  await call('last_frame', { path: pathIn(await call('make_video', CLIP)) });

  await call('save_character', { id, name: 'Mira', source_images: [path] });
  await call('get_characters', { character_id: id });
  const { id: project_id } = await call('save_story', { project: { title: id } });
  const { id: scene_id } = await call('save_story', { project_id, scene: { scene_number: 1 } });
  const shot = { image_prompt: 'a lighthouse', duration_seconds: 1 };
  const { id: shot_id } = await call('save_story', { project_id, scene_id, shot });
  const { id: next } = await call('save_story', { project_id, scene: { scene_number: 2 } });
  const move = { scene_id: next, position: 1 };
  await call('save_story', { project_id, scene_id, shot_id, move });
  await call('make_takes', { project_id, kind: 'image', workflow: 'sd15-t2i', dry_run: true });
  await call('render_film', { project_id, dry_run: true });
  await call('get_projects', { project_id });

  await call('save_dataset', { id, name: id, paths: [path], caption: 'a lighthouse' });
  const run = { job_name: id, trigger_word: 'mira', dataset: id };
  await call('start_training', { ...run, dry_run: true });
  await call('get_training');
  await call(UNTRAINED, { job_name: id, checkpoint: 'none' });
  return answers;
}
