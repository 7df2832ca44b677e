import { SimulatorNode } from '../../src/simulator/simulator-node';
import { TestKinora } from '../support/kinora';
import { mp4, png, wav } from '../support/media-samples';
import { anotherValue, type Param } from '../support/param-values';
import { builtinIds } from '../support/workflow-fixtures';

interface Workflow {
  readonly id: string;
  readonly kind: 'image' | 'video';
  readonly params: Readonly<Record<string, Param>>;
}

type Form = Readonly<Record<string, unknown>>;
interface StoredRequest {
  readonly type: Workflow['kind'];
  readonly body: Readonly<Record<string, unknown>>;
  readonly unavailable: readonly object[];
}

// Modules of the Studio's own TypeScript project, as far as they are used here.
const { emptyForm, toRequest } = jest.requireActual<{
  emptyForm(id: string, kind: Workflow['kind']): Form;
  toRequest(form: Form): Pick<StoredRequest, 'type' | 'body'>;
}>('../../studio/src/features/generate/model');
const { fromRequest } = jest.requireActual<{
  fromRequest(
    stored: StoredRequest,
    workflow: Workflow,
    options: { readonly keepSeed: boolean },
  ): { readonly state: Form; readonly notRestored: readonly object[] };
}>('../../studio/src/features/generate/restore');

/** Params that the form holds apart from the other values. */
const OWN_CONTROLS = new Set(['prompt', 'loras', 'lora_checkpoint', 'lora_strength']);

/** Result → "use all" → submit, by the form's own functions, against the service. */
describe('using all settings of a result again', () => {
  let node: SimulatorNode;
  let kinora: TestKinora;
  let files: Readonly<Record<string, string>>;

  beforeAll(async () => {
    node = await SimulatorNode.start({ stepMs: 0 });
    node.faults.set({ steps_allowed: 0 }); // The jobs needn't run.
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
    });
    await kinora.online('node');
    const upload = async (name: string, bytes: Buffer): Promise<string> =>
      (await kinora.as(null).upload(name, bytes)).body.path;
    const image = await upload('a.png', await png(64, 64));
    files = {
      image,
      mask: await upload('m.png', await png(64, 64, 2)),
      audio: await upload('a.wav', wav()),
      video: await upload('v.mp4', mp4()),
    };
    const mara = { id: 'mara', name: 'Mara', trigger: 'mara, red coat', source_images: [image] };
    expect((await kinora.post('/api/characters', mara)).status).toBe(200);
  });
  afterAll(async () => {
    await kinora.close();
    await node.stop();
  });

  const submit = async ({ type, body }: ReturnType<typeof toRequest>): Promise<string> => {
    const answer = await kinora.post(`/api/${type}/generate`, body);
    expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
    return String(answer.body['prompt_id']);
  };
  const requestOf = async (promptId: string): Promise<StoredRequest> =>
    (await kinora.get<StoredRequest>(`/api/jobs/${promptId}/request`)).body;
  /** The request of the job that "use all" and submit make of a result. */
  const again = async (first: StoredRequest, workflow: Workflow): Promise<StoredRequest> => {
    const { state, notRestored } = fromRequest(first, workflow, { keepSeed: true });
    expect(notRestored).toEqual([]);
    return requestOf(await submit(toRequest(state)));
  };
  /** The form with every control changed from its default. */
  function everythingChanged({ id, kind, params }: Workflow): Form {
    const { loras, lora_checkpoint } = params;
    const values = Object.entries(params)
      .filter(([name]) => !OWN_CONTROLS.has(name))
      .map(([name, param]) => [name, files[param.type] ?? anotherValue(param)] as const);
    return {
      ...emptyForm(id, kind),
      provider: 'node',
      prompt: 'she looks up ❄ “quoted”\nsecond line',
      values: Object.fromEntries(values),
      cast: [{ id: 'mara', role: 'keeper', lora_strength: 0.5 }],
      loras: [
        ...(lora_checkpoint ? [lora(lora_checkpoint, { strength: 0.6, isCheckpoint: true })] : []),
        ...(loras ? [lora(loras, { strength: 0 })] : []),
      ],
      extra: { description: 'for Ana', filename_prefix: 'round', priority: 'low', previews: true },
    };
  }

  it.each([...builtinIds()])('sends the very same request of %s', async (id) => {
    const workflow = (await kinora.get<Workflow>(`/api/workflows/${id}`)).body;
    const required = Object.entries(workflow.params)
      .filter(([name, param]) => param.required && name !== 'prompt')
      .map(([name, param]) => [name, files[param.type] ?? anotherValue(param)] as const);
    const plain = { ...emptyForm(id, workflow.kind), prompt: 'a fox' };
    for (const form of [
      { ...plain, values: Object.fromEntries(required) },
      everythingChanged(workflow),
    ]) {
      const sent = toRequest(form);
      const first = await requestOf(await submit(sent));
      expect(first.body).toMatchObject(sent.body);
      expect(await again(first, workflow)).toEqual(first);
    }
  });
});

const lora = ({ choices }: Param, rest: object) => ({ name: String(choices?.[0]), ...rest });
