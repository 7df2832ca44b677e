import type { AnswerCheck } from './answer-check';

const PROJECTS = '/api/projects';
const PROJECT = `${PROJECTS}/{project_id}`;
const RENDERS = `${PROJECT}/renders`;
const RENDER = `${RENDERS}/{render_id}`;

/** Calls every route of renders. None needs ffmpeg: the project has no pictures. */
export async function askAboutRenders(ask: AnswerCheck['ask']): Promise<void> {
  const { id } = await ask('post', PROJECTS, 201, { body: { title: 'Another film' } });
  const project = [String(id)];
  await ask('post', RENDERS, 200, { path: project, body: { dry_run: true } });
  await ask('post', RENDERS, 409, { path: project, body: {} });
  await ask('post', RENDERS, 404, { path: project, body: { music: 'none.mp3' } });
  await ask('post', RENDERS, 422, { path: project, body: { fps: 1 } });
  await ask('get', RENDERS, 200, { path: project, query: '?with_total=true' });
  const render = [...project, 'rnd_none'];
  await ask('get', RENDER, 404, { path: render });
  await ask('get', `${RENDER}/log`, 404, { path: render });
  await ask('post', `${RENDER}/cancel`, 404, { path: render });
  await ask('delete', RENDER, 404, { path: render });
  await askAboutTimelines(ask, project);
  await ask('delete', PROJECT, 200, { path: project });
}

async function askAboutTimelines(
  ask: AnswerCheck['ask'],
  project: readonly string[],
): Promise<void> {
  const timeline = `${PROJECT}/timeline`;
  await ask('get', timeline, 409, { path: project });
  await ask('get', timeline, 404, { path: ['prj_none'] });
  await ask('get', timeline, 422, { path: project, query: '?format=xml' });
  const scenes = `${PROJECT}/scenes`;
  const { id } = await ask('post', scenes, 201, { path: project, body: { scene_number: 1 } });
  const scene = [...project, String(id)];
  const body = { subtitle: 'Hello' };
  await ask('post', `${scenes}/{scene_id}/shots`, 201, { path: scene, body });
  for (const format of ['otio', 'edl', 'srt', 'vtt'])
    await ask('get', timeline, 200, { path: project, query: `?format=${format}` });
}
