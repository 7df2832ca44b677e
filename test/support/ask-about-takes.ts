import type { AnswerCheck } from './answer-check';
import { eventually } from './eventually';

const PROJECT = '/api/projects/{project_id}';
const SCENE = `${PROJECT}/scenes/{scene_id}`;
const SHOT = `${SCENE}/shots/{shot_id}`;
const TAKE = `${SHOT}/takes/{take_id}`;
const GENERATION = `${PROJECT}/generations/{generation_id}`;

const FROM = { workflow: 'sd15-t2i', provider: 'node' };
const SMALL = { width: 64, height: 64, steps: 1 };

interface Made {
  readonly status: string;
  readonly takes: readonly { readonly id: string }[];
}

/** Calls every route of takes and generations. */
export async function askAboutTakes(ask: AnswerCheck['ask']): Promise<void> {
  const idOf = async (route: string, path: string[], body: object): Promise<string[]> => [
    ...path,
    String((await ask('post', route, 201, { path, body }))['id']),
  ];
  const project = await idOf('/api/projects', [], {
    title: 'A film',
    narrator_voice: { provider: 'openai', voice_id: 'narrator' },
  });
  const scene = await idOf(`${PROJECT}/scenes`, project, { scene_number: 1 });
  const spoken = { image_prompt: 'a keeper', dialogue: 'So it ends.', speaker: 'narrator' };
  const path = await idOf(`${SCENE}/shots`, scene, spoken);

  await ask('post', `${SHOT}/video`, 409, { path, body: { ...FROM, workflow: 'wan22-5b-i2v' } });
  await ask('post', `${SHOT}/image`, 422, { path, body: {} });
  await ask('post', `${SHOT}/image`, 200, { path, body: { ...FROM, submit: false } });
  await ask('post', `${SHOT}/image`, 201, { path, body: { ...FROM, ...SMALL } });
  await ask('post', `${SHOT}/speech`, 201, { path });

  const images = { kind: 'image', only: 'all', ...FROM, fields: SMALL };
  await ask('post', `${PROJECT}/generate`, 200, {
    path: project,
    body: { ...images, dry_run: true },
  });
  const generation = await idOf(`${PROJECT}/generate`, project, images);
  const { takes } = await eventually(async () => {
    const answer = await ask('get', GENERATION, 200, { path: generation });
    const made = answer as unknown as Made;
    return made.status === 'completed' && made;
  });
  await ask('post', `${GENERATION}/cancel`, 409, { path: generation });
  await ask('get', `${PROJECT}/generations`, 200, { path: project, query: '?with_total=true' });

  const take = [...path, String(takes[0]?.id)];
  await ask('get', `${SHOT}/takes`, 200, { path, query: '?with_total=true' });
  await ask('get', TAKE, 200, { path: take });
  await ask('patch', TAKE, 200, { path: take, body: { verdict: 'rejected', reason: 'dark' } });
  await ask('post', `${TAKE}/select`, 200, { path: take });
  await ask('post', `${PROJECT}/regenerate`, 200, { path: project, body: { dry_run: true } });
  await ask('get', TAKE, 404, { path: [...path, 'none'] });
  await ask('get', GENERATION, 404, { path: [...project, 'none'] });
}
