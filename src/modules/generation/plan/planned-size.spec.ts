import { newPlanningSetup, plannerIn, type PlanningSetup } from '../../../../test/support/planning';
import { UNRESTRICTED } from '../../../platform/access/caller';
import { readRunClass } from '../../workflows/public/run-class';
import type { Workflow } from '../../workflows/public/workflow';
import type { Plan } from '../public/generation-planner';

const FILES: PlanningSetup['media'] = {
  'picture.png': { width: 2048, height: 1024 },
  'clip.mp4': { type: 'video', mime: 'video/mp4', width: 1024, height: 512, duration: 2, fps: 8 },
  'sound.wav': { type: 'audio', mime: 'audio/wav', width: null, height: null, duration: 3 },
};

describe('the size in the run class of a planned job', () => {
  let setup: PlanningSetup;

  beforeEach(async () => {
    setup = await newPlanningSetup();
    setup.media = FILES;
  });

  const plan = (workflow: Workflow, fields: object = {}): Promise<Plan> => {
    const { image, audio, video } = workflow.inputs;
    const hasEndImage = Object.hasOwn(workflow.params, 'end_image');
    return plannerIn(setup).plan(UNRESTRICTED, workflow.kind, {
      workflow: workflow.id,
      provider: 'auto',
      prompt: 'a fox',
      ...(image === 'required' ? { image: 'picture.png' } : {}),
      ...(audio === 'required' ? { audio: 'sound.wav' } : {}),
      ...(video === 'required' ? { video: 'clip.mp4' } : {}),
      ...(hasEndImage ? { workflow_params: { end_image: 'picture.png' } } : {}),
      ...fields,
    });
  };
  const planned = async (id: string, fields: object = {}) => {
    const { job } = await plan(setup.catalogue.get(id)!, fields);
    return readRunClass(job.runClass);
  };

  it.each<[string, string, object, object]>([
    [
      'the sent width and height',
      'sdxl-t2i',
      { width: 512, height: 512, steps: 8 },
      { size: -2, steps: 3 },
    ],
    ['the input picture', 'flux1-kontext-edit', { steps: 8 }, { size: 1, steps: 3 }],
    ['the input video', 'upscale-video', {}, { size: 3, steps: null }],
    [
      'all frames, and the steps of both experts',
      'wan22-14b-t2v',
      { width: 640, height: 640, length: 81, steps_high: 10, steps_low: 10 },
      { size: 5, steps: 4 },
    ],
  ])('is computed from %s', async (_, id, fields, expected) => {
    expect(await planned(id, fields)).toMatchObject(expected);
  });

  it.each<[string, object, object]>([
    ['one megapixel by default', {}, { megapixels: 1, width: 1448, height: 728 }],
    [
      'as many megapixels as requested',
      { workflow_params: { megapixels: 0.25 } },
      { megapixels: 0.25, width: 728, height: 360 },
    ],
  ])(
    'has the aspect ratio of the picture in the settings of an edit: %s',
    async (_, fields, size) => {
      const { job } = await plan(setup.catalogue.get('sdxl-i2i')!, fields);
      expect(job.provenance.settings).toMatchObject(size);
    },
  );

  it('is unknown for a file on the node', async () => {
    const nested = { image: undefined, workflow_params: { image: 'theirs.png' } };
    expect(await planned('flux1-kontext-edit', nested)).toMatchObject({ size: null });
  });

  it('is the same when the node is chosen as in the job, for every workflow', async () => {
    for (const workflow of setup.catalogue.list()) {
      setup.lookedUpRunClasses.length = 0;
      const { job } = await plan(workflow);
      expect([workflow.id, setup.lookedUpRunClasses]).toEqual([workflow.id, [job.runClass]]);
    }
  });
});
