import { newPlanningSetup, plannerIn, type PlanningSetup } from '../../../../test/support/planning';
import { addFile, recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import { type Caller, UNRESTRICTED } from '../../../platform/access/caller';
import { AppError } from '../../../platform/errors/app-error';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { GenerationKind, GenerationRequest, Plan } from '../public/generation-planner';

const AGENT: Caller = {
  ...UNRESTRICTED,
  ownerId: 'owner-1',
  agent: { id: 'agent', name: 'Agent' },
  isAdmin: false,
};

const PROMPT_ID = '00000000-0000-4000-8000-000000000001';

let setup: PlanningSetup;

beforeEach(async () => {
  setup = await newPlanningSetup();
  setup.media = {
    'mine.png': { owner: 'owner-1' },
    'theirs.png': { owner: 'owner-2' },
    'sound.wav': { owner: 'owner-1', type: 'audio' },
    'large.png': { owner: 'owner-1', size_bytes: 1001 },
  };
});

function plan(
  fields: Partial<GenerationRequest> = {},
  caller: Caller = AGENT,
  kind: GenerationKind = 'image',
): Promise<Plan> {
  const request = { workflow: 'sdxl-t2i', prompt: 'a fox', provider: 'gpu', ...fields };
  return plannerIn(setup).plan(caller, kind, request);
}

/** The refusal in one word: the code, or `loc type` of the violations. */
async function refusal(...asked: Parameters<typeof plan>): Promise<string> {
  try {
    await plan(...asked);
    return 'none';
  } catch (error) {
    if (error instanceof AppError) return `${error.spec.status} ${error.spec.code}`;
    if (!(error instanceof ValidationFailed)) throw error;
    return error.errors.map(({ loc, type }) => `422 ${loc.join('.')} ${type}`).join(', ');
  }
}

describe('a plan', () => {
  it('contains a job with the completed graph', async () => {
    const { job, checkpoint, loraName } = await plan({ steps: 12, width: 768, seed: 7 });
    expect(job).toMatchObject({
      promptId: PROMPT_ID,
      kind: 'image',
      workflow: 'sdxl-t2i',
      mode: 't2i',
      provider: 'gpu',
      providerAuto: false,
      inputs: [],
      namePrefix: 'sdxl-t2i',
      labels: { prompt: 'a fox', project: null, characters: [], description: '' },
    });
    const inputs = Object.values(job.graph).flatMap((node) => Object.entries(node.inputs));
    expect(inputs).toEqual(
      expect.arrayContaining([
        ['text', 'a fox'],
        ['steps', 12],
        ['width', 768],
        ['seed', 7],
        ['filename_prefix', `kinora/${PROMPT_ID}/save`],
      ]),
    );
    expect(checkpoint).toBe('sd_xl_base_1.0.safetensors');
    expect(loraName).toBeNull();
    expect(job.provenance).toMatchObject({
      models: ['sd_xl_base_1.0.safetensors'],
      loras: [],
      settings: { prompt: 'a fox', steps: 12, width: 768, seed: 7, sampler: expect.any(String) },
    });
  });

  it('contains our prefix of output files where the graph of the workflow has none', async () => {
    const workflow = structuredClone(setup.catalogue.get('sdxl-t2i')!);
    delete (workflow.graph['save']!.inputs as Record<string, unknown>)['filename_prefix'];
    jest.spyOn(setup.catalogue, 'get').mockReturnValue(workflow);
    const { job } = await plan();
    expect(job.graph['save']!.inputs['filename_prefix']).toBe(`kinora/${PROMPT_ID}/save`);
  });

  it('draws a seed when none is sent, and stores it for a rerun', async () => {
    const { job } = await plan({ submit: false, cfg: 5 });
    expect(job.provenance.settings['seed']).toBe(123_456);
    expect(job.request).toEqual({
      workflow: 'sdxl-t2i',
      prompt: 'a fox',
      provider: 'gpu',
      cfg: 5,
      seed: 123_456,
    });
    const again = await plan({ ...job.request });
    expect(again.job.provenance.settings).toEqual(job.provenance.settings);
  });

  it('stores "auto" as it was sent', async () => {
    const { job } = await plan({ provider: 'auto' });
    expect(job).toMatchObject({
      provider: 'gpu',
      providerAuto: true,
      request: { provider: 'auto' },
    });
  });

  it('uses the default guidance of the spec', async () => {
    const { job } = await plan({ workflow: 'flux1-dev-t2i' });
    expect(job.provenance.settings['guidance']).toBe(4);
  });

  it('names staged files by their content, and keeps the caller’s path in the settings', async () => {
    const fields = { workflow: 'sdxl-i2i', image: '/media/mine.png', filename_prefix: 'fox' };
    const { job } = await plan(fields);
    const [staged] = job.inputs;
    expect(staged!.filename).toBe(`${'ab'.repeat(32)}.png`);
    expect(job.graph['image']!.inputs['image']).toBe(`${staged!.subfolder}/${staged!.filename}`);
    expect(job).toMatchObject({ mode: 'i2i', namePrefix: 'fox', inputs: [{ size: 100 }] });
    expect(job.provenance.settings).toMatchObject({ image: 'mine.png', filename_prefix: 'fox' });
  });

  it('applies LoRAs in order, with settings that make the same when sent again', async () => {
    const info = { ...setup.stocked };
    addFile(info, ['LoraLoader', 'lora_name'], 'mara.safetensors');
    addFile(info, ['LoraLoader', 'lora_name'], 'ink.safetensors');
    const fields = {
      lora_checkpoint: 'mara',
      lora_strength: 0.8,
      workflow_params: { loras: [{ name: 'ink', strength: 0.4 }] },
    };
    const { job, loraName } = await plan(fields);
    expect(loraName).toBe('mara.safetensors');
    expect(job.provenance.loras).toEqual(['mara.safetensors', 'ink.safetensors']);
    expect(job.provenance.settings).toMatchObject({
      lora_checkpoint: 'mara.safetensors',
      lora_strength: 0.8,
      loras: [{ name: 'ink.safetensors', strength: 0.4 }],
    });
  });

  it('sets node inputs', async () => {
    const { job } = await plan({
      workflow: 'flux1-dev-t2i',
      workflow_params: { 'node_sampler.denoise': 0.5 },
    });
    expect(job.graph['sampler']!.inputs['denoise']).toBe(0.5);
    expect(job.provenance.settings['node_sampler.denoise']).toBe(0.5);
  });
});

describe('the checks of a plan', () => {
  // Each request carries the faults of all later steps, too: so the first error shows the order.
  const wrongLater = { characters: [{ id: 'nobody' }], image: 'nothing.png', steps: 0 };

  it.each<[string, Partial<GenerationRequest>, Partial<Caller>]>([
    ['403 workflow_not_allowed', { workflow: 'none' }, { allowedWorkflows: ['sd15-t2i'] }],
    ['404 workflow_not_found', { workflow: 'none', provider: 'nowhere' }, {}],
    ['422 body.mode value_error', { mode: 't2v', provider: 'nowhere' }, {}],
    ['404 provider_not_found', { provider: 'nowhere' }, {}],
    ['409 workflow_not_runnable', { provider: 'bare' }, {}],
    ['403 character_not_allowed', {}, { allowedCharacters: ['mara'] }],
    ['404 character_not_found', {}, {}],
    ['404 media_not_found', { characters: [] }, {}],
    ['422 body.steps greater_than_equal', { characters: [], image: 'mine.png' }, {}],
  ])('answer %s', async (answer, fields, caller) => {
    setup.nodes['bare'] = { known: {} };
    const request = { workflow: 'sdxl-i2i', ...wrongLater, ...fields };
    expect(await refusal(request, { ...AGENT, ...caller })).toBe(answer);
  });

  it('refuse a workflow of another kind at its field', async () => {
    expect(await refusal({ provider: 'nowhere' }, AGENT, 'video')).toBe(
      '422 body.workflow value_error',
    );
  });

  it.each([
    ['404 media_not_found', 'theirs.png'],
    ['404 media_not_found', 'nothing.png'],
    ['404 media_not_found', 'http://elsewhere/media/mine.png'],
    ['404 media_not_found', '../mine.png'],
    ['403 node_file_not_allowed', 'mine.png [output]'],
    ['422 body.image value_error', 'sound.wav'],
    ['422 body.image value_error', 'large.png'],
    ['422 body.image string_too_short', ''],
    ['none', 'mine.png'],
  ])('answer %s to the image %j', async (answer, image) => {
    expect(await refusal({ workflow: 'sdxl-i2i', image })).toBe(answer);
  });

  it('answer the same for an absent file and one of another owner', async () => {
    const words = await Promise.all(
      ['theirs.png', 'nothing.png'].map(async (image) =>
        plan({ workflow: 'sdxl-i2i', image }).catch((error: unknown) => error),
      ),
    );
    expect(words[0]).toMatchObject({
      message: expect.stringContaining('image takes the path of one'),
      hint: 'POST /api/media',
      extras: { param: 'image' },
    });
    expect(words[1]).toEqual(words[0]);
  });

  it('name both sizes of a file that is too large for the node', async () => {
    await expect(plan({ workflow: 'sdxl-i2i', image: 'large.png' })).rejects.toMatchObject({
      errors: [{ msg: expect.stringMatching(/1001 bytes.*1000/) }],
    });
  });

  it('let admins, or everybody if configured, name files of the node', async () => {
    const fields = { workflow: 'sdxl-i2i', workflow_params: { image: 'example.png' } };
    expect(await refusal(fields)).toBe('404 media_not_found');
    const { job } = await plan(fields, UNRESTRICTED);
    expect(job).toMatchObject({ inputs: [], provenance: { settings: { image: 'example.png' } } });
    expect(
      await refusal({ ...fields, image: 'example.png', workflow_params: {} }, UNRESTRICTED),
    ).toBe('404 media_not_found');
    setup.allowNodeFiles = true;
    expect(await refusal(fields)).toBe('none');
  });

  it('accept node files in workflow_params that the manifest opens', async () => {
    const opened = { ...setup.catalogue.get('sdxl-i2i')!, open_params: ['image'] };
    setup = {
      ...setup,
      catalogue: { list: () => [opened], get: () => opened, importProblems: () => [] },
    };
    const image = 'example.png [output]';
    const { job } = await plan({ workflow: 'sdxl-i2i', workflow_params: { image } });
    expect(JSON.stringify(job.graph)).toContain(image);
    expect(job.inputs).toEqual([]);
    expect(await refusal({ workflow: 'sdxl-i2i', image })).toBe('404 media_not_found');
  });

  it.each([
    ['latest', '404 checkpoint_not_found'],
    ['no-such-lora', '404 checkpoint_not_found'],
  ])('answer lora_checkpoint %s with %s', async (lora_checkpoint, answer) => {
    expect(await refusal({ lora_checkpoint })).toBe(answer);
  });

  it('report all errors of the params at once', async () => {
    const fields = { steps: 0, guidance: 2, workflow_params: { nonsense: 1 } };
    expect(await refusal(fields)).toBe(
      '422 body.steps greater_than_equal, 422 body.guidance value_error, 422 body.workflow_params.nonsense value_error',
    );
  });

  it('refuse too many params before anything else', async () => {
    const params = (count: number): Record<string, unknown> =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`nonsense_${n}`, null]));
    expect(await refusal({ workflow_params: params(1000) })).toBe('none');
    const many = { workflow: 'none', workflow_params: params(1001) };
    expect(await refusal(many)).toBe('422 body.workflow_params value_error');
    await expect(plan(many)).rejects.toMatchObject({
      errors: [{ msg: 'Send at most 1000 params.' }],
    });
  });

  it('accept a request that replaces a model which the node lacks', async () => {
    const info = recordedObjectInfo();
    addFile(info, ['CheckpointLoaderSimple', 'ckpt_name'], 'juggernaut.safetensors');
    setup.nodes['other'] = { known: info };
    expect(await refusal({ provider: 'other' })).toBe('409 workflow_not_runnable');
    const { checkpoint } = await plan({ provider: 'other', checkpoint: 'juggernaut' });
    expect(checkpoint).toBe('juggernaut.safetensors');
  });

  it('let auto find the node that has the requested files', async () => {
    const info = { ...setup.stocked };
    setup.nodes = { poor: { known: info }, rich: { known: structuredClone(info), waiting: 5 } };
    addFile(
      setup.nodes['rich']!.known!,
      ['CheckpointLoaderSimple', 'ckpt_name'],
      'rare.safetensors',
    );
    const { job } = await plan({ provider: 'auto', checkpoint: 'rare.safetensors' });
    expect(job.provider).toBe('rich');
  });

  it('accept everything while the node was never reached', async () => {
    setup.nodes['new'] = { known: null };
    const { job } = await plan({ provider: 'new', checkpoint: 'unheard.safetensors' });
    expect(job.provenance.settings['checkpoint']).toBe('unheard.safetensors');
  });

  it('refuse a LoRA when the node lacks the loader', async () => {
    const rest = { ...setup.stocked };
    delete rest['LoraLoader'];
    addFile(rest, ['LoraLoaderModelOnly', 'lora_name'], 'ink.safetensors');
    setup.nodes['gpu'] = { known: rest };
    expect(await refusal({})).toBe('none');
    expect(await refusal({ lora_checkpoint: 'ink' })).toBe('409 workflow_not_runnable');
  });
});
