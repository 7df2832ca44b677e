import { builtinCatalogue } from '../../../../test/support/workflow-fixtures';
import type { Workflow } from '../../workflows/public/workflow';
import { adviseFields, adviseMissing } from './body-advice';

const NONE = (): readonly string[] => [];

let workflows: Record<string, Workflow>;

beforeAll(async () => {
  const all = (await builtinCatalogue()).list();
  workflows = Object.fromEntries(all.map((workflow) => [workflow.id, workflow]));
});

const KNOWN = 'leave this field out: it is not known here. Known: ';

describe('adviseFields', () => {
  it.each([
    ['sdxl-t2i', 'heigth', `Did you mean height? If not, ${KNOWN}`],
    ['sdxl-t2i', 'promt', `Did you mean prompt? If not, ${KNOWN}`],
    ['sdxl-t2i', 'charcters', `Did you mean characters or character? If not, ${KNOWN}`],
    ['sdxl-t2i', 'sampler_name', `Did you mean sampler? If not, ${KNOWN}`],
    ['z-image-turbo-t2i', 'shift', 'Send it as workflow_params.shift.'],
    ['z-image-turbo-t2i', 'shfit', `Did you mean workflow_params.shift? If not, ${KNOWN}`],
    ['sdxl-t2i', 'loras', 'Send it as workflow_params.loras.'],
    ['sdxl-t2i', 'node_sampler.denoise', 'Send it inside of workflow_params.'],
    ['sdxl-t2i', 'count', 'A generate request makes one job. For several, send POST /api/batches '],
    ['sdxl-t2i', 'n', 'A generate request makes one job. For several, send POST /api/batches '],
    ['sdxl-t2i', 'preset', 'Read the preset with GET /api/presets/{id}, and send its values '],
    // What the workflow doesn't take wasn't meant.
    ['sdxl-t2i', 'guidence', `Leave ${KNOWN.slice(6)}`],
    ['sdxl-t2i', 'constructor_', `Leave ${KNOWN.slice(6)}`],
    ['wan22-5b-t2v', 'lenght', `Did you mean length? If not, ${KNOWN}`],
    ['wan22-5b-t2v', 'steps', `Did you mean steps_high or fps? If not, ${KNOWN}`],
  ])('for %s: %s', (id, field, msg) => {
    const fault = { loc: ['body', field], msg: 'x', type: 'extra_forbidden' } as const;
    expect(adviseFields([fault], workflows[id]!, NONE)).toEqual([
      { ...fault, msg: expect.stringMatching(new RegExp(`^${msg.replaceAll('?', '\\?')}`)) },
    ]);
  });

  it('lists only fields that the workflow takes', () => {
    const fault = { loc: ['body', 'odd'], msg: 'x', type: 'extra_forbidden' } as const;
    const [{ msg } = fault] = adviseFields([fault], workflows['z-image-turbo-t2i']!, NONE);
    expect(msg).toContain('width');
    expect(msg).not.toMatch(/guidance|denoise|image\b/);
  });

  it('names the workflows that have a param of this name', () => {
    const fault = { loc: ['body', 'end_image'], msg: 'x', type: 'extra_forbidden' } as const;
    const [{ msg } = fault] = adviseFields([fault], workflows['wan22-14b-t2v']!, () => ['flf2v']);
    expect(msg).toMatch(/ goes into workflow_params\. Workflows with end_image: flf2v\.$/);
  });

  it.each([
    ['sdxl-t2i', /^Did you mean negative or prompt\?/],
    [
      'flux1-dev-t2i',
      /^Leave this field out: this workflow takes no negative prompt\. Workflows with negative: sdxl-t2i\.$/,
    ],
  ])('knows the negative_prompt of other APIs, sent to %s', (id, expected) => {
    const fault = { loc: ['body', 'negative_prompt'], msg: 'x', type: 'extra_forbidden' } as const;
    const having = (param: string) => (param === 'negative' ? ['sdxl-t2i'] : []);
    const [{ msg } = fault] = adviseFields([fault], workflows[id]!, having);
    expect(msg).toMatch(expected);
  });

  it('says where a value goes that the field does not hold', () => {
    const video = workflows['wan22-5b-t2v']!;
    const rate = { ...video.params['fps']!, type: 'number' } as const;
    const sampler = { ...rate, type: 'choice', choices: [1, 2] } as const;
    const faults = [
      { loc: ['body', 'fps'], msg: 'Send a whole number.', type: 'int_type' },
      { loc: ['body', 'sampler'], msg: 'Send a string.', type: 'string_type' },
      { loc: ['body', 'width'], msg: 'Send a whole number.', type: 'int_type' },
    ] as const;
    const params = { ...video.params, fps: rate, sampler };
    expect(adviseFields(faults, { ...video, params }, NONE).map(({ msg }) => msg)).toEqual([
      'Send a whole number. Any other number goes into workflow_params.fps.',
      'Send a string. Or send what this workflow takes, as workflow_params.sampler.',
      'Send a whole number.',
    ]);
  });

  it('does not change other errors', () => {
    const faults = [
      { loc: ['body', 'height'], msg: 'x', type: 'int_type' },
      { loc: ['body', 'characters', 0, 'idd'], msg: 'x', type: 'extra_forbidden' },
      { loc: ['body'], msg: 'x', type: 'missing' },
    ] as const;
    expect(adviseFields(faults, workflows['sdxl-t2i']!, NONE)).toEqual(faults);
  });
});

describe('adviseMissing', () => {
  const faults = [
    { loc: ['body', 'provider'], msg: 'x', type: 'missing' },
    { loc: ['body', 'workflow'], msg: 'x', type: 'missing' },
    { loc: ['body', 'prompt'], msg: 'x', type: 'missing' },
  ] as const;
  const providers = ['gpu', 'simulator'];

  it('lists what a missing workflow or provider may be', () => {
    const workflows = ['flux-t2i', 'sdxl-t2i'];
    const [provider, workflow, prompt] = adviseMissing(faults, {
      kind: 'image',
      workflows,
      providers,
    });
    expect(provider?.msg).toBe(
      'Send "auto" for the node with the shortest expected wait, or the id of one: gpu, simulator.',
    );
    expect(workflow?.msg).toBe(
      'Send the id of a workflow; GET /api/workflows?kind=image describes them: flux-t2i, sdxl-t2i.',
    );
    expect(prompt).toBe(faults[2]);
  });

  it('says when there is no workflow to send', () => {
    const [, workflow] = adviseMissing(faults, { kind: 'video', workflows: [], providers });
    expect(workflow?.msg).toBe(
      'Send the id of a workflow. There is none of kind video that you may use.',
    );
  });
});
