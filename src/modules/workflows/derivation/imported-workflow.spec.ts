import { derivedGraphs } from '../../../../test/support/derived-graphs';
import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import { type ImportedWorkflow, importedWorkflow } from './imported-workflow';
import { manifestFromValue, type ManifestSource, readManifest } from './manifest';

const info = recordedObjectInfo();
const GRAPH = derivedGraphs().find(({ name }) => name === 'hires-fix')!.graph;

function imported(manifest?: ManifestSource, graph: ComfyGraph = GRAPH): ImportedWorkflow {
  return importedWorkflow({ id: 'mine', graph, ...(manifest ? { manifest } : {}) }, info);
}

const given = (value: unknown): ImportedWorkflow => imported(manifestFromValue(value));

/** A manifest's text, and what is wrong with it as `line field: reason`. */
function complaints(text: string): readonly string[] {
  return imported(readManifest('mine.json', text)).problems.map(
    ({ file, line, field, reason }) => `${file}:${String(line)} ${field}: ${reason}`,
  );
}

describe('a graph without a manifest', () => {
  it('gives a workflow like those of the catalogue', () => {
    const { workflow, guesses, warnings, problems, faults } = imported();
    expect(workflow).toMatchObject({
      id: 'mine',
      name: 'mine',
      source: 'imported',
      kind: 'image',
      modes: ['t2i'],
      inputs: { image: 'none', audio: 'none', video: 'none' },
      supports_lora: true,
      models: [{ folder: 'checkpoints', file: 'sd_xl_base_1.0.safetensors' }],
      params: {
        prompt: { type: 'text', required: true },
        width: { default: 1024, minimum: 16, maximum: 16384, grid: { step: 8, offset: 0 } },
        seed: { minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        lora_strength: { default: 1 },
        filename_prefix: { binds: [] },
      },
    });
    expect(workflow?.params['seed']).not.toHaveProperty('default');
    expect(workflow?.params['cfg']?.description).toContain('negative');
    expect(guesses['prompt']).toEqual({
      confidence: 'high',
      reason: 'The positive conditioning of the sampler leads to CLIPTextEncode.text.',
    });
    expect([warnings, problems, faults]).toEqual([[], [], []]);
  });

  it('reports faults of the graph itself', () => {
    const broken = {
      ...GRAPH,
      '8': { class_type: 'VAEDecode', inputs: { samples: ['404', 0], vae: ['1', 2] } },
    } as ComfyGraph;
    expect(imported(undefined, broken)).toMatchObject({
      workflow: null,
      faults: [
        {
          node: '8',
          class: 'VAEDecode',
          input: 'samples',
          field: null,
          reason: "input samples is linked to 404, which isn't in the graph",
        },
      ],
    });
  });
});

describe('a manifest that overrides derived values', () => {
  it('sets name, description and notes', () => {
    const stated = { name: 'Mine', description: 'Good at seas.', vram_gb: 12, notes: ['Slow.'] };
    const example = { prompt: 'the sea' };
    expect(given({ ...stated, example }).workflow).toMatchObject({ ...stated, example });
  });

  it('changes fields of a param and leaves the others', () => {
    const { workflow, guesses } = given({
      params: { width: { default: 768, description: 'Width. 768 is best.' } },
    });
    expect(workflow?.params['width']).toMatchObject({
      type: 'integer',
      default: 768,
      description: 'Width. 768 is best.',
      grid: { step: 8, offset: 0 },
      binds: [{ node: '4', input: 'width' }],
    });
    expect(guesses['width']?.reason).toContain('EmptyLatentImage.width');
  });

  it('moves an input from a derived param to its own', () => {
    const { workflow, guesses } = given({
      params: {
        detail: {
          type: 'integer',
          description: 'Steps of the second pass.',
          minimum: 5,
          maximum: 40,
          binds: [{ node: '7', input: 'steps' }],
        },
      },
    });
    expect(Object.keys(workflow?.params ?? {})).not.toContain('steps_2');
    expect(workflow?.params['detail']).toMatchObject({ default: 14, minimum: 5 });
    expect(guesses['detail']).toEqual({ confidence: 'high', reason: 'Set by the manifest.' });
  });

  it('removes a param with null, and its inputs stay settable by node id', () => {
    const { workflow } = given({ params: { cfg: null } });
    expect(Object.keys(workflow?.params ?? {})).not.toContain('cfg');
  });

  it('removes a sum of a param together with the param', () => {
    const { graph } = derivedGraphs().find(({ name }) => name === 'wan-two-experts')!;
    const { workflow, problems, faults } = imported(
      manifestFromValue({ params: { steps_high: null } }),
      graph,
    );
    expect([problems, faults]).toEqual([[], []]);
    expect(Object.keys(workflow?.params ?? {}).join()).not.toContain('steps');
  });

  it('drops derived limits when it changes the type', () => {
    const choices = [512, 768];
    const { workflow } = given({ params: { width: { type: 'choice', choices, default: 512 } } });
    expect(workflow?.params['width']).not.toHaveProperty('maximum');
    expect(workflow?.params['width']).toMatchObject({ type: 'choice', choices });
  });

  it('sets the kind, which decides the names of steps and cfg', () => {
    const { workflow } = given({ kind: 'video', modes: ['t2v'] });
    expect(workflow?.kind).toBe('video');
    expect(workflow?.params['steps_low']?.binds).toEqual([{ node: '7', input: 'steps' }]);
  });
});

describe('a manifest with faults', () => {
  it.each(['provider', 'submit', 'type', 'workflow_params', 'lora_strength', 'node_2'])(
    'no param is called %s',
    (name) => {
      const param = { type: 'text', description: 'Mine.', binds: [] };
      const [problem] = given({ params: { [name]: param } }).problems;
      expect(problem).toMatchObject({ field: `params.${name}` });
      expect(problem?.reason).toMatch(/: choose another one$/);
    },
  );

  it.each([0, -8])('refuses a grid step of %d', (step) => {
    expect(given({ params: { width: { grid: { step, offset: 0 } } } }).problems).toMatchObject([
      { field: 'params.width.grid.step', reason: 'must be a whole number from 1' },
    ]);
  });

  it('reports file, line, field and reason of each fault', () => {
    const text = `{
  "kind": "picture",
  "params": {
    "width": {
      "grid": { "step": 1.5, "offset": 0 }
    },
    "speed": { "type": "integer" },
    "cfg": {
      "binds": [{ "node": "5" }]
    }
  },
  "colour": "red"
}`;
    expect(complaints(text)).toEqual([
      'mine.json:12 colour: leave this field out: it is not known here. Known: description, example, kind, lora_slots, models, modes, name, notes, open_params, params, vram_gb',
      'mine.json:2 kind: must be one of image, video',
      'mine.json:5 params.width.grid.step: must be a whole number from 1',
      'mine.json:9 params.cfg.binds[0].input: missing; must be a text',
    ]);
  });

  it.each([
    [
      'a param of its own without the fields that nothing else tells',
      '{\n"params": {\n"speed": { "type": "integer" } } }',
      [
        'mine.json:3 params.speed.description: missing: nothing of the name speed was derived from the graph, so its manifest must say it',
        'mine.json:3 params.speed.binds: missing: nothing of the name speed was derived from the graph, so its manifest must say it',
      ],
    ],
    [
      'a bind that leads nowhere',
      '{\n"params": {\n"cfg": { "binds": [{ "node": "99", "input": "cfg" }] } } }',
      ['mine.json:3 params.cfg: param cfg binds 99.cfg but there is no such node'],
    ],
    [
      'a default beyond the limits',
      '{ "params": {\n\n"width": { "default": 17 } } }',
      [
        'mine.json:3 params.width: the default of param width is wrong: Send a multiple of 8: 16 or 24.',
      ],
    ],
    [
      'a mode of the other kind',
      '{\n"modes": ["t2v"] }',
      ["mine.json:2 modes: mode t2v doesn't belong to kind image"],
    ],
    [
      'an example that is not a param',
      '{\n\n"example": { "prompt": "a", "speed": 3 } }',
      ["mine.json:3 example: the example's speed is not a param"],
    ],
    [
      'no prompt',
      '{ "params": { "prompt": null } }',
      ['mine.json:1 params.prompt: has no param prompt of type text'],
    ],
    ['a comma too many', '{\n"name": "a",\n}', ['mine.json:3 : remove the comma before "}"']],
    ['no object', '[]', ['mine.json:1 : must be an object']],
  ])('%s', (_, text, found) => {
    expect(complaints(text)).toEqual(found);
    expect(imported(readManifest('mine.json', text)).workflow).toBeNull();
  });

  it('has no line when it came in a request', () => {
    expect(given({ params: { width: { minimum: 'low' } } }).problems).toEqual([
      { file: '', line: null, field: 'params.width.minimum', reason: 'must be a number' },
    ]);
  });
});
