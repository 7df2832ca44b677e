import { UserError } from '../tooling/project.mjs';
import { CHARACTERS, PROJECT, SCENES } from './story.mjs';

/** Clips are small, because the simulator encodes them on this machine. */
const CLIPS = { workflow: 'wan22-5b-i2v', fields: { width: 512, height: 288 } };
const PICTURES = { workflow: 'sdxl-t2i', fields: { width: 768, height: 432 } };
const PROVIDER = 'simulator';

/** Tells the whole story through the API. Resolves to the project, its shots in order, and its films by kind of captions. */
export async function makeFilm(api) {
  for (const character of CHARACTERS) await api.post('/api/characters', character);
  const { id } = await api.post('/api/projects', PROJECT);
  const project = `/api/projects/${id}`;
  const clips = await tellStory(api, project);
  await generate(api, project, { kind: 'image', provider: PROVIDER, ...PICTURES });
  await generate(api, project, { kind: 'video', provider: PROVIDER, ...CLIPS, shot_ids: clips });
  await generate(api, project, { kind: 'speech' });
  const soft = await render(api, project, 'soft');
  const burned = await render(api, project, 'burned');
  const tree = await api.get(project);
  return { project, shots: tree.scenes.flatMap(({ shots }) => shots), tree, soft, burned };
}

/** Resolves to the ids of the shots that become clips. */
async function tellStory(api, project) {
  const clips = [];
  for (const [index, { scene, shots }] of SCENES.entries()) {
    const { id } = await api.post(`${project}/scenes`, { scene_number: index + 1, ...scene });
    for (const { video, ...shot } of shots) {
      const made = await api.post(`${project}/scenes/${id}/shots`, shot);
      if (video) clips.push(made.id);
    }
  }
  return clips;
}

async function generate(api, project, request) {
  const plan = await api.post(`${project}/generate`, { ...request, dry_run: true });
  console.log(`  ${plan.count} takes of kind ${request.kind}, ${plan.skipped.length} skipped`);
  const { id } = await api.post(`${project}/generate`, request);
  const made = await api.until(
    `${project}/generations/${id}`,
    ({ status }) => status !== 'running',
  );
  const failed = made.takes.find(({ status }) => status !== 'completed');
  if (failed) throw new UserError(`A take ended as ${failed.status}: ${JSON.stringify(failed)}`);
}

async function render(api, project, subtitles) {
  const request = { resolution: '480p', fps: 24, subtitles };
  const plan = await api.post(`${project}/renders`, { ...request, dry_run: true });
  for (const { code, detail } of plan.faults) console.log(`  ${code}: ${detail}`);
  const { id } = await api.post(`${project}/renders`, request);
  const made = await api.until(
    `${project}/renders/${id}`,
    ({ status }) => !['queued', 'running'].includes(status),
  );
  if (made.status !== 'completed')
    throw new UserError(`The render ended as ${made.status}: ${made.error?.message}`);
  return made;
}
