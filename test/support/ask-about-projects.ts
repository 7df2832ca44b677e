import type { AnswerCheck } from './answer-check';

const PROJECTS = '/api/projects';
const PROJECT = `${PROJECTS}/{project_id}`;
const SCENES = `${PROJECT}/scenes`;
const SCENE = `${SCENES}/{scene_id}`;
const SHOTS = `${SCENE}/shots`;
const SHOT = `${SHOTS}/{shot_id}`;

/** Calls every route of projects, scenes and shots. */
export async function askAboutProjects(ask: AnswerCheck['ask']): Promise<void> {
  const narrator_voice = { voice_id: 'v' };
  const created = await ask('post', PROJECTS, 201, { body: { title: 'A film', narrator_voice } });
  const project = [String(created['id'])];
  await ask('get', PROJECTS, 200, { query: '?with_total=true' });
  await ask('patch', PROJECT, 200, { path: project, body: { status: 'planning' } });
  await ask('patch', PROJECT, 404, { path: ['none'], body: {} });

  const added = await ask('post', SCENES, 201, { path: project, body: { scene_number: 1 } });
  await ask('post', SCENES, 409, { path: project, body: { scene_number: 1 } });
  await ask('post', SCENES, 422, { path: project, body: {} });
  await ask('get', SCENES, 200, { path: project, query: '?with_total=true' });
  const scene = [...project, String(added['id'])];
  await ask('get', SCENE, 200, { path: scene });
  await ask('patch', SCENE, 200, { path: scene, body: { weather: 'fog' } });
  await ask('put', `${SCENES}/order`, 200, { path: project, body: { ids: [added['id']] } });
  await ask('put', `${SCENES}/order`, 409, { path: project, body: { ids: [] } });

  const shot = { lines: [{ speaker: 'narrator', text: 'So it ends.' }], end_image: 'from_next' };
  const { id } = await ask('post', SHOTS, 201, { path: scene, body: shot });
  await ask('get', SHOTS, 200, { path: scene, query: '?with_total=true' });
  await ask('put', `${SHOTS}/order`, 200, { path: scene, body: { ids: [id] } });
  await ask('put', `${SHOTS}/order`, 409, { path: scene, body: { ids: [] } });
  const path = [...scene, String(id)];
  await ask('get', SHOT, 200, { path });
  await ask('get', PROJECT, 200, { path: project });
  await ask('post', `${SHOT}/move`, 200, { path, body: { scene_id: added['id'] } });
  await ask('post', `${SHOT}/move`, 404, { path, body: { scene_id: 'none' } });
  await ask('patch', SHOT, 404, { path, body: { image: 'none.png' } });
  await ask('patch', SHOT, 200, { path, body: { locked: true } });
  await ask('patch', SHOT, 409, { path, body: { title: 'x' } });
  await ask('delete', SHOT, 409, { path });
  await ask('delete', SCENE, 409, { path: scene });
  await ask('delete', PROJECT, 409, { path: project });
  await ask('patch', SHOT, 200, { path, body: { locked: false } });
  await ask('delete', SHOT, 200, { path });
  await ask('delete', SCENE, 200, { path: scene });
  await ask('delete', PROJECT, 200, { path: project });
  await ask('get', PROJECT, 404, { path: project });
}
