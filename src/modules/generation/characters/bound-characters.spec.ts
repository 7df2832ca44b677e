import { newPlanningSetup, plannerIn, type PlanningSetup } from '../../../../test/support/planning';
import { addFile } from '../../../../test/support/workflow-fixtures';
import { type Caller, UNRESTRICTED } from '../../../platform/access/caller';
import type { LoraTarget } from '../../characters/public/character-reader';
import type { GenerationKind, GenerationRequest, Plan } from '../public/generation-planner';

const AGENT: Caller = {
  ...UNRESTRICTED,
  ownerId: 'owner-1',
  agent: { id: 'agent', name: 'Agent' },
  isAdmin: false,
};

let setup: PlanningSetup;

beforeEach(async () => {
  setup = await newPlanningSetup();
  setup.media = {
    'mine.png': { owner: 'owner-1' },
    'mine.wav': { owner: 'owner-1', type: 'audio' },
    'theirs.png': { owner: 'owner-2' },
  };
});

function plan(
  fields: Partial<GenerationRequest>,
  caller = AGENT,
  kind: GenerationKind = 'image',
): Promise<Plan> {
  const request = { workflow: 'sdxl-t2i', prompt: 'a fox', provider: 'gpu', ...fields };
  return plannerIn(setup).plan(caller, kind, request);
}

/** A node that has this LoRA, too. */
function nodeWithLora(file: string, runSeconds = 10) {
  const known = structuredClone(setup.stocked);
  addFile(known, ['LoraLoader', 'lora_name'], file);
  return { known, runSeconds };
}

const lora = (name: string, workflow = '*', target: LoraTarget = 'both') => ({
  workflow,
  name,
  target,
  strength: 1,
  base_model: null,
});

describe('the characters of a request', () => {
  it('send a job for auto to the node that has their LoRA', async () => {
    const node = { known: setup.stocked, runSeconds: 10 };
    setup.nodes = { fast: node, slow: nodeWithLora('mara.safetensors', 100) };
    setup.characters = { mara: { loras: [lora('mara.safetensors')] }, tom: {} };
    const provider = 'auto';
    expect((await plan({ provider, character: 'tom' })).job.provider).toBe('fast');
    const { job, loras } = await plan({ provider, character: 'mara' });
    expect(job.provider).toBe('slow');
    expect(loras).toEqual([{ name: 'mara.safetensors', strength: 1 }]);
    setup.nodes = { fast: node };
    const { job: without, characters } = await plan({ provider, character: 'mara' });
    expect(without.provider).toBe('fast');
    expect(characters?.not_applied).toMatchObject([{ field: 'loras', name: 'mara.safetensors' }]);
  });

  it('run on a node without the workflow’s checkpoint that has theirs', async () => {
    const known = structuredClone(setup.stocked);
    const [choices] = known['CheckpointLoaderSimple']?.input.required?.['ckpt_name'] ?? [];
    (choices as string[]).splice(0, Infinity, 'theirs.safetensors');
    setup.nodes = { gpu: { known } };
    setup.characters = { mara: { defaults: { checkpoint: 'theirs' } } };
    const { checkpoint, characters } = await plan({ character: 'mara' });
    expect([checkpoint, characters?.not_applied]).toEqual(['theirs.safetensors', []]);
    await expect(plan({})).rejects.toMatchObject({ spec: { code: 'workflow_not_runnable' } });
  });

  it('are looked up with one statement, and only where there are some', async () => {
    setup.characters = { one: {}, two: {} };
    await plan({});
    await plan({ character: 'one', characters: [{ id: 'two' }] });
    expect(setup.characterLookups).toEqual([['one', 'two']]);
  });

  it('apply no LoRA that the request applies itself, or an earlier character', async () => {
    setup.nodes = { gpu: nodeWithLora('a.safetensors') };
    setup.characters = { one: { loras: [lora('a')] }, two: { loras: [lora('a.safetensors')] } };
    const characters = [{ id: 'one' }, { id: 'two' }];
    const both = await plan({ characters });
    expect(both.loras).toEqual([{ name: 'a.safetensors', strength: 1 }]);
    expect(both.characters?.not_applied).toEqual([
      {
        character: 'two',
        field: 'loras',
        name: 'a.safetensors',
        why_not: "'one' applies this LoRA already.",
      },
    ]);
    const own = await plan({ characters, lora_checkpoint: 'a', lora_strength: 0.3 });
    expect(own.loras).toEqual([{ name: 'a.safetensors', strength: 0.3 }]);
    expect(own.characters?.not_applied).toHaveLength(2);
  });

  it('apply LoRAs for this workflow; only a character without one has the others named', async () => {
    setup.nodes = { gpu: nodeWithLora('a.safetensors') };
    setup.characters = {
      one: { loras: [lora('a', 'sdxl-t2i'), lora('b', 'sd15-t2i')] },
      two: { loras: [lora('c', 'sd15-t2i')] },
    };
    const { characters } = await plan({ characters: [{ id: 'one' }, { id: 'two' }] });
    expect(characters?.loras).toEqual([{ name: 'a.safetensors', strength: 1 }]);
    expect(characters?.not_applied).toEqual([
      {
        character: 'two',
        field: 'loras',
        name: 'c',
        why_not: "It is for the workflow 'sd15-t2i'.",
      },
    ]);
  });

  it('apply LoRAs to the expert that they are for', async () => {
    const { stocked } = setup;
    for (const name of ['high.safetensors', 'low.safetensors'])
      addFile(stocked, ['LoraLoaderModelOnly', 'lora_name'], name);
    const loras = [lora('high', '*', 'high'), lora('low', '*', 'low')];
    setup.characters = { mara: { loras } };
    const clip = { workflow: 'wan22-14b-t2v', character: 'mara' };
    const { characters } = await plan(clip, AGENT, 'video');
    expect(characters).toMatchObject({
      loras: [
        { name: 'high.safetensors', target: 'high' },
        { name: 'low.safetensors', target: 'low' },
      ],
      not_applied: [],
    });
    const picture = await plan({ character: 'mara' });
    expect(picture.characters).toMatchObject({ loras: [], not_applied: [{}, {}] });
  });

  it('change no seed, prompt or settings that the request sends', async () => {
    setup.characters = {
      mara: { defaults: { seed: 5, steps: 9, prompt: 'x', lora_checkpoint: 'none', cfg: 'much' } },
    };
    const defaulted = await plan({ character: 'mara' });
    expect([defaulted.randomSeed, defaulted.job.provenance.settings]).toMatchObject([
      null,
      { seed: 5, steps: 9, prompt: 'a fox' },
    ]);
    expect(defaulted.characters?.not_applied.map(({ name }) => name)).toEqual([
      'lora_checkpoint',
      'cfg',
    ]);
    const sent = await plan({ character: 'mara', seed: 6, steps: 8 });
    expect(sent.job.provenance.settings).toMatchObject({ seed: 6, steps: 8 });
    expect(sent.job.request).toMatchObject({ character: 'mara', seed: 6 });
    expect(sent.job.request).not.toHaveProperty('lora_checkpoint');
  });

  it('give the first readable picture to a workflow that starts from one, and none to an upscaler', async () => {
    setup.characters = { mara: { source_images: ['theirs.png', 'mine.wav', 'mine.png'] } };
    const used = await plan({ workflow: 'sdxl-i2i', character: 'mara' });
    expect(used.files).toEqual({ image: 'mine.png' });
    const upscale = plan({ workflow: 'upscale-image', character: 'mara' });
    await expect(upscale).rejects.toMatchObject({ errors: [{ loc: ['body', 'image'] }] });
    const large = await plan({ workflow: 'upscale-image', character: 'mara', image: 'mine.png' });
    expect(large.characters?.references).toMatchObject([{ used: false, name: null }]);
  });

  it('have words that a workflow without a prompt can’t take, which are named', async () => {
    setup.characters = { mara: { trigger: 'mara_tok', base_prompt: 'tall' } };
    const request = { workflow: 'upscale-image', image: 'mine.png', character: 'mara' };
    const { characters } = await plan(request);
    expect(characters?.not_applied.map(({ field }) => field)).toEqual(['trigger', 'base_prompt']);
  });

  it('may make a prompt too long, which is refused', async () => {
    setup.characters = { mara: { trigger: 'mara_tok' } };
    const request = { character: 'mara', prompt: 'x'.repeat(20_000) };
    await expect(plan(request)).rejects.toMatchObject({ errors: [{ loc: ['body', 'prompt'] }] });
  });

  it('are at most 16', async () => {
    const ids = Array.from({ length: 17 }, (_, n) => ({ id: `c${n}` }));
    await expect(plan({ characters: ids })).rejects.toMatchObject({
      errors: [{ loc: ['body', 'characters'] }],
    });
  });
});
