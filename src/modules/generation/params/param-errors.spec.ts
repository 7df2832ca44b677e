import {
  builtinCatalogue,
  addFile,
  stockedObjectInfo,
} from '../../../../test/support/workflow-fixtures';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import { UNRESTRICTED } from '../../../platform/access/caller';
import type { Workflow, WorkflowCatalogue } from '../../workflows/public/workflow';
import { otherWorkflowsWith } from '../../workflows/public/workflow-access';
import { paramErrors } from './param-errors';
import { requestedWorkflow } from './requested-workflow';
import { sentParams } from './sent-params';

let catalogue: WorkflowCatalogue;
let workflows: Record<string, Workflow>;
let info: ObjectInfo;

beforeAll(async () => {
  catalogue = await builtinCatalogue();
  const all = catalogue.list();
  workflows = Object.fromEntries(all.map((workflow) => [workflow.id, workflow]));
  const stocked = stockedObjectInfo(all);
  addFile(stocked, ['LoraLoader', 'lora_name'], 'mara_v2.safetensors');
  info = stocked;
});

function errors(id: string, fields: object, node: ObjectInfo | null = info) {
  const request = { workflow: id, prompt: 'a fox', provider: 'auto', ...fields };
  const sent = sentParams(request, ['body']);
  const workflow = requestedWorkflow(workflows[id]!, sent, node);
  return paramErrors({
    workflow,
    sent,
    at: ['body'],
    promptChars: 40,
    otherWorkflowsWith: (param) =>
      otherWorkflowsWith(param, workflow, { caller: UNRESTRICTED, catalogue }),
  });
}

/** `loc type`, the loc without `body`. */
const errorsOf = (id: string, fields: object, node: ObjectInfo | null = info) =>
  errors(id, fields, node).map(({ loc, type }) => `${loc.slice(1).join('.')} ${type}`);

describe('paramErrors', () => {
  it('explains where to get the path of a missing source picture', () => {
    expect(errors('sdxl-i2i', {})).toMatchObject([
      { loc: ['body', 'image'], msg: expect.stringContaining('POST /api/media uploads one') },
    ]);
  });

  it.each<[string, object]>([
    ['sdxl-t2i', {}],
    ['sdxl-t2i', { width: 1024, height: 768, steps: 30, cfg: 6.5, negative: 'x', seed: 0 }],
    ['sdxl-t2i', { sampler: 'euler', scheduler: 'karras', seed: 2 ** 53 - 1 }],
    ['sdxl-t2i', { checkpoint: 'sd_xl_base_1.0.safetensors' }],
    ['sdxl-t2i', { lora_checkpoint: 'whatever', lora_strength: -2, filename_prefix: 'a/b' }],
    ['sdxl-t2i', { workflow_params: { steps: 4, unknown: null } }],
    ['sdxl-t2i', { workflow_params: { loras: [{ name: 'mara_v2', target: null }] } }],
    ['sdxl-t2i', { workflow_params: { loras: [{ name: 'mara_v2', target: 'both' }] } }],
    ['flux1-dev-t2i', { guidance: 3.5, unet: 'flux1-dev.safetensors', vae: 'ae.safetensors' }],
    ['sdxl-i2i', { image: 'a.png', denoise: 0.5 }],
    ['z-image-turbo-t2i', { workflow_params: { shift: 4 } }],
  ])('finds none in %s %j', (id, fields) => {
    expect(errorsOf(id, fields)).toEqual([]);
    expect(errorsOf(id, fields, null)).toEqual([]);
  });

  it.each<[string, object, string[]]>([
    ['sdxl-t2i', { image: 'a.png' }, ['image value_error']],
    ['sdxl-t2i', { guidance: 3 }, ['guidance value_error']],
    ['flux1-dev-t2i', { negative: 'x' }, ['negative value_error']],
    ['sdxl-t2i', { workflow_params: { shift: 3 } }, ['workflow_params.shift value_error']],
    ['sdxl-t2i', { workflow_params: { submit: false } }, ['workflow_params.submit value_error']],
    [
      'sdxl-t2i',
      { workflow_params: { constructor: 1 } },
      ['workflow_params.constructor value_error'],
    ],
    ['sdxl-i2i', {}, ['image missing']],
    [
      'sdxl-t2i',
      { steps: 4, workflow_params: { steps: 5 } },
      ['workflow_params.steps value_error'],
    ],
    ['sdxl-t2i', { workflow_params: { prompt: 'x' } }, ['workflow_params.prompt value_error']],
    ['sdxl-t2i', { width: 1023 }, ['width value_error']],
    ['sdxl-t2i', { width: 0 }, ['width greater_than_equal']],
    ['sdxl-t2i', { height: 999_999 }, ['height less_than_equal']],
    ['sdxl-t2i', { steps: 0, cfg: 1000 }, ['steps greater_than_equal', 'cfg less_than_equal']],
    ['sdxl-t2i', { seed: -1 }, ['seed greater_than_equal']],
    ['sdxl-t2i', { sampler: 'nonsense' }, ['sampler enum']],
    ['sdxl-t2i', { scheduler: '' }, ['scheduler enum']],
    ['sdxl-t2i', { checkpoint: 'sdxl_base.safetensors' }, ['checkpoint value_error']],
    ['flux1-dev-t2i', { unet: 'none', clip: 'none' }, ['unet value_error', 'clip value_error']],
    ['sdxl-i2i', { image: 'a.png', denoise: 1.5 }, ['denoise less_than_equal']],
    ['sdxl-t2i', { lora_strength: 101 }, ['lora_strength less_than_equal']],
    ['sdxl-t2i', { workflow_params: { steps: '4' } }, ['workflow_params.steps int_type']],
    ['sdxl-t2i', { workflow_params: { cfg: true } }, ['workflow_params.cfg float_type']],
    ['sdxl-t2i', { workflow_params: { negative: 5 } }, ['workflow_params.negative string_type']],
    [
      'sdxl-t2i',
      { workflow_params: { negative: 'x'.repeat(41) } },
      ['workflow_params.negative string_too_long'],
    ],
    [
      'sdxl-t2i',
      { workflow_params: { filename_prefix: '../x' } },
      ['workflow_params.filename_prefix string_pattern_mismatch'],
    ],
    [
      'sdxl-t2i',
      {
        workflow_params: {
          loras: ['both', 'high', 'low'].map((target) => ({ name: 'mara_v2', target })),
        },
      },
      ['workflow_params.loras.1.target value_error', 'workflow_params.loras.2.target value_error'],
    ],
    ['sdxl-t2i', { workflow_params: { loras: 'mara' } }, ['workflow_params.loras list_type']],
    [
      'sdxl-t2i',
      {
        workflow_params: { loras: [{ strength: 1 }, { name: 'mara_v2', strength: 'x', more: 1 }] },
      },
      [
        'workflow_params.loras.0.name missing',
        'workflow_params.loras.1.strength float_type',
        'workflow_params.loras.1.more extra_forbidden',
      ],
    ],
    [
      'sdxl-t2i',
      { workflow_params: { loras: [{ name: 'mara_v2' }, { name: 'mira_v2' }] } },
      ['workflow_params.loras.1.name value_error'],
    ],
  ])('finds in %s %j: %j', (id, fields, items) => {
    expect(errorsOf(id, fields)).toEqual(items);
  });

  it('names the accepted params, the nearest sizes and the nearest files, without echoing the values', () => {
    const [unknown] = errors('sdxl-t2i', { workflow_params: { nonsense_param: 'nonsense value' } });
    expect(unknown!.msg).toMatch(
      /It takes: .*\bcfg, checkpoint,.* width.* Any other widget is node_<id>\.<input>\.$/,
    );
    expect(unknown!.msg).not.toContain('nonsense value');
    const [size] = errors('z-image-turbo-t2i', { width: 1020 });
    expect(size!.msg).toMatch(/1008 or 1024/);
    const [file] = errors('sdxl-t2i', { checkpoint: 'sdxl_base_1.0' });
    expect(file!.msg).toContain('sd_xl_base_1.0.safetensors');
    expect(file!.msg).not.toContain('sdxl_base_1.0');
    const [alien] = errors('sdxl-t2i', { checkpoint: '?' });
    expect(alien!.msg).toContain(
      'GET /api/workflows/sdxl-t2i lists what it has: params.checkpoint.choices.',
    );
  });

  it('says how to get a random seed to who sends -1, as other programs take it', () => {
    expect(errors('sdxl-t2i', { seed: -1 })[0]!.msg).toMatch(
      /0\. Leave it out for a random one\.$/,
    );
    expect(errors('sdxl-t2i', { seed: -2 })[0]!.msg).not.toContain('random');
  });

  it.each<[string, object, string | RegExp]>([
    ['sdxl-t2i', { heigth: 1024 }, / has no such param\. Did you mean height\? It takes: /],
    [
      'sdxl-t2i',
      { lora: [] },
      / has no such param\. Did you mean loras or lora_strength\? It takes: /,
    ],
    ['sdxl-t2i', { 1: 2 }, / has no such param\. It takes: /],
    ['sdxl-t2i', { submit: false }, 'Send submit beside workflow_params, not inside.'],
  ])('suggests a param of %s for %j', (id, workflow_params, msg) => {
    const about = typeof msg === 'string' ? msg : (expect.stringMatching(msg) as unknown);
    expect(errors(id, { workflow_params })).toMatchObject([{ msg: about }]);
  });

  it.each<[string, object, RegExp]>([
    [
      'flux1-dev-t2i',
      { negative: 'x' },
      / Workflows with negative: [\w-]+-t2i, .* and \d+ more\.$/,
    ],
    ['sdxl-t2i', { image: 'x.png' }, / Workflows with image: sdxl-i2i, /],
    [
      'wan22-14b-i2v',
      { workflow_params: { end_image: 'x.png' } },
      / Workflows with end_image: wan22-14b-flf2v\.$/,
    ],
    ['sdxl-t2i', { workflow_params: { nonsense: 1 } }, /node_<id>\.<input>\.$/],
  ])('names the workflows that have what %s lacks: %j', (id, fields, msg) => {
    expect(errors(id, fields).map((error) => error.msg)).toContainEqual(expect.stringMatching(msg));
  });

  it('suggests nothing for a correctly spelt field', () => {
    expect(errors('sdxl-t2i', { guidance: 3 })[0]!.msg).toMatch(/no such param\. It takes: /);
  });

  it('accepts any file and any choice while the node was never reached', () => {
    const fields = { checkpoint: 'x', sampler: 'y', workflow_params: { loras: [{ name: 'z' }] } };
    expect(errorsOf('sdxl-t2i', fields, null)).toEqual([]);
  });

  it('checks inputs of nodes like params', () => {
    const flux = (params: object) => errorsOf('flux1-dev-t2i', { workflow_params: params });
    expect(flux({ 'node_sampler.denoise': 0.5, 'node_unet.weight_dtype': 'default' })).toEqual([]);
    expect(flux({ 'node_sampler.denoise': 2 })).toEqual([
      'workflow_params.node_sampler.denoise less_than_equal',
    ]);
    expect(flux({ 'node_clip.clip_name1': 'none' })).toEqual([
      'workflow_params.node_clip.clip_name1 value_error',
    ]);
    expect(flux({ 'node_sampler.steps': 4 })).toEqual([
      'workflow_params.node_sampler.steps value_error',
    ]);
    expect(flux({ 'node_save.filename_prefix': 'x' })).toEqual([
      'workflow_params.node_save.filename_prefix value_error',
    ]);
  });

  it('reports a hundred errors of a hundred thousand, quickly', () => {
    const flood = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`p${n}`, n]));
    expect(errorsOf('sdxl-t2i', { workflow_params: flood })).toHaveLength(100);
  });
});
