import { AccessSetup, type OwnerName } from '../support/access/access-setup';
import { leaksIn, secretsFrom } from '../support/access/leaks';
import {
  checkpointOf,
  FAST,
  FROM_PICTURE,
  type OwnedResources,
  type Owner,
  request,
  WORKFLOW,
} from '../support/access/owners';
import { connectMcp, type McpClient } from '../support/mcp/clients';

type Json = Record<string, unknown>;
type Http = readonly [method: 'GET' | 'POST' | 'PATCH', path: string, body?: Json];

/** A call about the resources of one owner, and the request that does the same. */
interface Row {
  readonly args?: (of: OwnedResources) => Json;
  readonly http: (of: OwnedResources) => Http;
  /** Whether other keys are refused. */
  readonly isPrivate?: boolean;
}

const PICTURE = ({ upload }: OwnedResources): Json => ({
  ...{ workflow: FROM_PICTURE, provider: FAST, prompt: 'x', image: upload },
});
const CLIP = ({ upload }: OwnedResources): Json => ({
  ...{ workflow: 'wan22-5b-i2v', provider: FAST, prompt: 'x', image: upload, length: 5 },
});
const TRAINING = ({ dataset }: OwnedResources): Json => ({
  ...{ job_name: 'mcp-run', trigger_word: 'tok', dataset },
});
const binding = (of: OwnedResources): Json => ({
  ...{ character: of.character, workflow: WORKFLOW, checkpoint: checkpointOf(of) },
});

const ROWS: Readonly<Record<string, Row>> = {
  get_workflows: {
    args: () => ({ workflow_id: WORKFLOW }),
    http: () => ['GET', `/api/workflows/${WORKFLOW}`],
  },
  get_nodes: { http: () => ['GET', '/api/providers'] },
  plan: {
    args: () => ({ type: 'image', request: request() }),
    http: () => ['POST', '/api/plan', { type: 'image', ...request() }],
  },
  make_image: {
    args: PICTURE,
    http: (of) => ['POST', '/api/image/generate', PICTURE(of)],
    isPrivate: true,
  },
  make_video: {
    args: CLIP,
    http: (of) => ['POST', '/api/video/generate', CLIP(of)],
    isPrivate: true,
  },
  make_batch: {
    args: (of) => ({ base: { type: 'image', ...PICTURE(of) } }),
    http: (of) => ['POST', '/api/batches', { base: { type: 'image', ...PICTURE(of) } }],
    isPrivate: true,
  },
  get_jobs: {
    args: ({ job }) => ({ prompt_ids: [job] }),
    http: ({ job }) => ['GET', `/api/jobs/${job}`],
    isPrivate: true,
  },
  cancel_jobs: {
    args: ({ batch }) => ({ batch_id: batch }),
    http: ({ batch }) => ['POST', `/api/batches/${batch}/cancel`],
    isPrivate: true,
  },
  rerun_job: {
    args: ({ job }) => ({ prompt_id: job, changes: { seed: 3 } }),
    http: ({ job }) => ['POST', `/api/jobs/${job}/rerun`, { changes: { seed: 3 } }],
    isPrivate: true,
  },
  look: {
    args: ({ upload }) => ({ paths: [upload] }),
    http: ({ upload }) => ['GET', `/api/media/${upload}`],
    isPrivate: true,
  },
  search_media: {
    args: ({ job }) => ({ prompt_id: job }),
    http: ({ job }) => ['GET', `/api/media?prompt_id=${job}`],
  },
  edit_media: {
    args: ({ upload }) => ({ paths: [upload], description: 'changed' }),
    http: ({ upload }) => ['PATCH', `/api/media/${upload}/metadata`, { description: 'changed' }],
    isPrivate: true,
  },
  last_frame: {
    args: ({ upload }) => ({ path: upload }),
    http: ({ upload }) => ['POST', `/api/media/${upload}/last-frame`],
    isPrivate: true,
  },
  file_address: {
    args: ({ upload }) => ({ path: upload }),
    http: ({ upload }) => ['POST', `/api/media/${upload}/link`, {}],
    isPrivate: true,
  },
  get_characters: {
    args: ({ character }) => ({ character_id: character }),
    http: ({ character }) => ['GET', `/api/characters/${character}`],
  },
  save_character: {
    args: ({ character }) => ({ id: character, description: 'x' }),
    http: ({ character }) => ['PATCH', `/api/characters/${character}`, { description: 'x' }],
    isPrivate: true,
  },
  get_projects: {
    args: ({ project }) => ({ project_id: project }),
    http: ({ project }) => ['GET', `/api/projects/${project}`],
    isPrivate: true,
  },
  save_story: {
    args: ({ project, scene, shot }) => ({
      ...{ project_id: project, scene_id: scene, shot_id: shot, shot: { camera: 'close-up' } },
    }),
    http: ({ project, scene, shot }) => [
      ...(['PATCH', `/api/projects/${project}/scenes/${scene}/shots/${shot}`] as const),
      { camera: 'close-up' },
    ],
    isPrivate: true,
  },
  make_takes: {
    args: ({ project }) => ({ project_id: project, kind: 'image', ...BULK }),
    http: ({ project }) => [
      ...(['POST', `/api/projects/${project}/generate`] as const),
      { kind: 'image', ...BULK },
    ],
    isPrivate: true,
  },
  render_film: {
    args: ({ project }) => ({ project_id: project, dry_run: true }),
    http: ({ project }) => ['POST', `/api/projects/${project}/renders`, { dry_run: true }],
    isPrivate: true,
  },
  save_dataset: {
    args: ({ dataset, upload }) => ({ id: dataset, paths: [upload] }),
    http: ({ dataset, upload }) => [
      ...(['POST', `/api/lora-training/datasets/${dataset}/items`] as const),
      { paths: [upload] },
    ],
    isPrivate: true,
  },
  start_training: {
    args: (of) => ({ ...TRAINING(of), dry_run: true }),
    http: (of) => ['POST', '/api/lora-training/plan', TRAINING(of)],
    isPrivate: true,
  },
  get_training: {
    args: ({ training }) => ({ job_name: training }),
    http: ({ training }) => ['GET', `/api/lora-training/jobs/${training}`],
    isPrivate: true,
  },
  publish_lora: {
    args: (of) => ({ job_name: of.training, ...binding(of) }),
    http: (of) => ['POST', `/api/lora-training/jobs/${of.training}/bind`, binding(of)],
    isPrivate: true,
  },
};

const BULK = { workflow: WORKFLOW, provider: FAST, dry_run: true };
const CALLERS: readonly OwnerName[] = ['ann', 'ben', 'elsewhere', 'root', 'open'];

describe('every tool × every caller', () => {
  let setup: AccessSetup;
  const clients = new Map<OwnerName, McpClient>();

  beforeAll(async () => {
    setup = await AccessSetup.start();
    for (const name of CALLERS)
      clients.set(name, await connectMcp('2026', setup.kinora.url, setup.owners[name].key));
  });
  afterAll(async () => {
    for (const client of clients.values()) await client.close();
    await setup.close();
  });

  it('covers every tool', async () => {
    const tools = await clients.get('ann')!.tools();
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(ROWS).sort());
  });

  it.each(Object.keys(ROWS).flatMap((tool) => CALLERS.map((by) => [tool, by] as const)))(
    '%s by %s answers as HTTP does',
    async (tool, by) => {
      const row = ROWS[tool]!;
      const { ann } = setup.owners;
      const [method, path, body] = row.http(ann);
      const http = await setup.owners[by].caller.send<Json>(method, path, { body });
      const answer = await clients.get(by)!.call(tool, row.args?.(ann) ?? {});
      expect(answer.isError ? answer.body['http_status'] : 'ok').toEqual(
        http.status < 400 ? 'ok' : http.status,
      );
      if (http.status >= 400) expect(answer.body).toMatchObject(http.body);
      const received = JSON.stringify(answer.body) + answer.text;
      expect(leaksIn(received, secretsFrom(setup, { by }))).toEqual([]);
      if (row.isPrivate && !MAY.has(by)) expect(answer.isError).toBe(true);
    },
  );

  it('ends a call that waits when its key is revoked', async () => {
    const { kinora, owners } = setup;
    const made = await owners.root.caller.post<{ key: string }>('/api/agents', {
      ...{ id: 'short-lived', name: 'Short' },
    });
    const client = await connectMcp('2026', kinora.url, made.body.key);
    const { body } = await client.call('make_image', { ...request(), provider: 'slow' });
    const waiting = client.call('get_jobs', { prompt_ids: [body['prompt_id']], wait_seconds: 25 });
    const outcome = waiting.then(
      ({ isError, body: answer }) => (isError ? answer['code'] : 'answered'),
      // The key was revoked before the call arrived.
      (error: unknown) => /"code":"(\w+)"/.exec(String(error))?.[1],
    );
    await owners.root.caller.patch('/api/agents/short-lived', { enabled: false });
    expect(await outcome).toBe('invalid_key');
    await expect(client.call('get_nodes')).rejects.toThrow();
  });

  it('counts calls that wait as streams of the caller', async () => {
    const { ben } = setup.owners;
    const open = await Promise.all(Array.from({ length: 8 }, () => waitFor(setup.kinora.url, ben)));
    expect(open.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const args = { prompt_ids: [ben.running], wait_seconds: 25 };
    expect(await clients.get('ben')!.call('get_jobs', args)).toMatchObject({
      isError: true,
      body: {
        ...{ http_status: 429, code: 'too_many_streams', limit: 8 },
        detail: expect.stringContaining('At most 8 streams may be open at once.'),
        tools: { 'GET /api/jobs': 'get_jobs' },
      },
    });
    for (const { body } of open) await body!.cancel();
  });

  it('needs a key when one is required, and none of a foreign page', async () => {
    const foreign = await fetch(`${setup.kinora.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: 'https://evil.example' },
      body: '{}',
    });
    expect(foreign.status).toBe(403);
    setup.require(true);
    await expect(clients.get('open')!.call('get_nodes')).rejects.toThrow();
    expect((await clients.get('ann')!.call('get_nodes')).isError).toBe(false);
  });
});

/** Who may use and change what Ann has. */
const MAY: ReadonlySet<OwnerName> = new Set(['ann', 'root', 'open']);

/** Waits for an owner's running job; resolves when the headers of the answer are there. */
const waitFor = (url: string, { caller, running }: Owner): Promise<Response> =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...caller.headers },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        name: 'get_jobs',
        arguments: { prompt_ids: [running], wait_seconds: 25 },
        _meta: { progressToken: 1 },
      },
    }),
  });
