import type { ComfyGraph } from '../../src/modules/providers/public/comfy-types';
import type { WorkflowRecord } from '../../src/modules/workflows/records/dto/workflow.response';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import { TestKinora } from '../support/kinora';
import { mp4, png, wav } from '../support/media-samples';
import { NodeUnderTest } from '../support/node-under-test';
import {
  type Body,
  minimalRequest,
  type SampleFiles,
  sentValues,
  fullRequest,
} from '../support/workflow-requests';
import { builtinIds } from '../support/workflow-fixtures';

/** The inputs that name an uploaded file, by class. */
const UPLOADS: Readonly<Record<string, string>> = {
  LoadImage: 'image',
  LoadAudio: 'audio',
  LoadVideo: 'file',
};

/** Long enough for a prompt to be taken off the simulator before it paints anything. */
const STEP_MS = 60_000;
/** A busy machine and a real node take their time. */
const PATIENCE_MS = 300_000;

const address = process.env['KINORA_TEST_NODE']?.replace(/\/+$/, '');

/**
 * The graphs of the catalogue as our service builds them, before a node's own judgement: the ComfyUI that
 * KINORA_TEST_NODE names, which has files named like the models (empty ones do: nothing is run), else the simulator,
 * which judges by the `object_info` and the refusals recorded from a real one.
 */
describe(`shipped workflows on ${address ?? 'the simulator'}`, () => {
  jest.setTimeout(PATIENCE_MS);
  const node = new NodeUnderTest();
  let kinora: TestKinora;
  let files: SampleFiles;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const simulator = address === undefined ? await SimulatorNode.start({ stepMs: STEP_MS }) : null;
    stop = async () => simulator?.stop();
    await node.connect(address ?? simulator!.url);
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
    });
    await kinora.online('node');
    const image = await upload(await png(96, 64), 'image/png', 'picture.png');
    files = {
      image,
      mask: image,
      audio: await upload(wav(), 'audio/wav', 'sound.wav'),
      video: await upload(mp4(), 'video/mp4', 'clip.mp4'),
    };
  });

  afterEach(() => node.removePrompts());

  afterAll(async () => {
    await kinora.close();
    await stop();
  });

  it.each(builtinIds())('%s with what it needs, and nothing else', async (id) => {
    await accepted(await record(id), minimalRequest);
  });

  it.each(builtinIds())('%s with every field set', async (id) => {
    await accepted(await record(id), fullRequest);
  });

  const record = async (id: string): Promise<WorkflowRecord> =>
    (await kinora.get<WorkflowRecord>(`/api/workflows/${id}`)).body;

  /** The node takes the graph, which holds what was sent and no file that wasn't. */
  async function accepted(
    workflow: WorkflowRecord,
    request: (workflow: WorkflowRecord, files: SampleFiles) => Body,
  ): Promise<void> {
    const body = request(workflow, files);
    const graph = await dryRun(workflow, body);
    expectSent(workflow, sentValues(body), graph);
    await placeFiles(graph);
    const answer = await fetch(`${node.url}/prompt`, {
      method: 'POST',
      body: JSON.stringify({ prompt: graph, prompt_id: node.promptId() }),
    });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ node_errors: {} }),
    ]);
  }

  async function dryRun({ kind }: WorkflowRecord, body: Body): Promise<ComfyGraph> {
    const answer = await kinora.post(`/api/${kind}/generate`, {
      ...body,
      provider: 'node',
      submit: false,
    });
    expect([answer.status, answer.body['detail']]).toEqual([200, undefined]);
    // Images call it graph, videos workflow.
    return answer.body[kind === 'image' ? 'graph' : 'workflow'] as ComfyGraph;
  }

  /** A staged file is uploaded by the job, which a dry run doesn't make. */
  async function placeFiles(graph: ComfyGraph): Promise<void> {
    for (const { class_type: name, inputs } of Object.values(graph)) {
      const input = UPLOADS[name];
      if (input === undefined) continue;
      const [, subfolder, file] = /^(kinora\/.+)\/([^/]+)$/.exec(String(inputs[input])) ?? [];
      if (file === undefined) throw new Error(`${name} keeps the file that it came with`);
      const form = new FormData();
      form.append('image', new Blob([new Uint8Array(await png(96, 64))]), file);
      form.append('subfolder', subfolder!);
      form.append('overwrite', 'true');
      const response = await fetch(`${node.url}/upload/image`, { method: 'POST', body: form });
      expect(response.status).toBe(200);
    }
  }

  async function upload(content: Buffer, type: string, name: string): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)], { type }), name);
    const response = await fetch(`${kinora.url}/api/media`, { method: 'POST', body: form });
    const { path } = (await response.json()) as { path: string };
    expect([response.status, name]).toEqual([201, name]);
    return path;
  }
});

/** Every sent value is in the graph, at the inputs that the record names. */
function expectSent({ params }: WorkflowRecord, sent: Body, graph: ComfyGraph): void {
  for (const [name, { binds, type }] of Object.entries(params))
    for (const { node, input, plus } of binds) {
      const value = sent[name];
      const more = plus === undefined ? undefined : sent[plus];
      if (value === undefined || type in UPLOAD_TYPES) continue;
      const wanted = more === undefined ? value : Number(value) + Number(more);
      expect([name, graph[node]?.inputs[input]]).toEqual([name, wanted]);
    }
}

const UPLOAD_TYPES = { image: true, mask: true, audio: true, video: true };
