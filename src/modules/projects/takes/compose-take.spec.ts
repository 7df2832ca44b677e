import { builtinCatalogue } from '../../../../test/support/workflow-fixtures';
import type { Workflow, WorkflowCatalogue } from '../../workflows/public/workflow';
import type { ProjectRow } from '../records/project.entity';
import type { SceneRow } from '../records/scene.entity';
import type { ShotRow } from '../records/shot.entity';
import { composeTake, type ShotToTake } from './compose-take';

const project = { id: 'prj', aspect_ratio: '16:9', characters: ['mara'] } as unknown as ProjectRow;
const scene = {
  id: 'scn',
  characters: [],
  location: 'lighthouse',
  setting: 'interior',
  time_of_day: '',
  weather: 'clear',
} as unknown as SceneRow;

const shotRow = (id: string, fields: Partial<ShotRow> = {}): ShotRow =>
  ({
    id,
    characters: [],
    image_prompt: 'a keeper',
    motion_prompt: 'she nods',
    camera: '',
    duration_seconds: 4,
    timing: 'fixed',
    start_from: 'none',
    end_image: null,
    image: null,
    video: null,
    speech: null,
    ...fields,
  }) as ShotRow;

const place = (shot: Partial<ShotRow> = {}, more: Partial<ShotToTake> = {}): ShotToTake => ({
  project,
  scene,
  shot: shotRow('sht', shot),
  previous: null,
  next: null,
  speechSeconds: null,
  ...more,
});

describe('a take of a shot', () => {
  let catalogue: WorkflowCatalogue;
  beforeAll(async () => {
    catalogue = await builtinCatalogue();
  });

  const compose = (
    workflow: string | Workflow,
    shot: ShotToTake,
    fields: Readonly<Record<string, unknown>> = {},
  ) => {
    const used = typeof workflow === 'string' ? catalogue.get(workflow)! : workflow;
    const bodyFields = ['image', 'audio', 'width', 'height', 'length', 'prompt', 'characters'];
    const sent = { workflow: used.id, provider: 'auto', ...fields };
    return composeTake({ kind: used.kind, fields: sent, bodyFields }, shot, used);
  };

  it('gets prompt, cast and size from its shot, scene and project', () => {
    expect(compose('sdxl-t2i', place())).toMatchObject({
      body: {
        workflow: 'sdxl-t2i',
        provider: 'auto',
        prompt: 'a keeper, lighthouse, interior',
        characters: [{ id: 'mara' }],
        width: 1368,
        height: 768,
      },
      ingredients: {
        prompt: 'a keeper, lighthouse, interior',
        cast: ['mara'],
        aspect_ratio: '16:9',
      },
      characters: ['mara'],
      errors: [],
      unused: [],
    });
  });

  it('keeps sent fields, at the top or in workflow_params, which never make it stale', () => {
    const fields = { prompt: 'a gull', character: 'tom', workflow_params: { width: 512 } };
    const { body, ingredients, characters } = compose('sdxl-t2i', place(), fields);
    expect(body).toEqual({ workflow: 'sdxl-t2i', provider: 'auto', ...fields });
    expect([ingredients, characters]).toEqual([{}, ['tom']]);
  });

  it('is refused without a prompt', () => {
    const { errors } = compose('sdxl-t2i', place({ image_prompt: '' }));
    expect(errors).toEqual([expect.objectContaining({ loc: ['body', 'prompt'], type: 'missing' })]);
  });

  it('lists an aspect ratio that the workflow has no size for as unused', () => {
    const workflow = catalogue.get('sdxl-t2i')!;
    const width = { ...workflow.params['width']!, maximum: 2048 };
    const limited = { ...workflow, params: { ...workflow.params, width } };
    const wide = { ...project, aspect_ratio: '100:1' };
    const { body, unused } = compose(limited, place({}, { project: wide }));
    expect(body).not.toHaveProperty('width');
    expect(unused).toEqual([expect.objectContaining({ name: 'aspect_ratio', used: false })]);
  });

  describe('with a clip', () => {
    it('starts from the selected picture and covers the length of the shot', () => {
      const { body, sources, ingredients } = compose('wan22-14b-i2v', place({ image: 'a.png' }));
      expect(body).toMatchObject({ prompt: 'she nods', length: 65 });
      expect(sources).toEqual([
        {
          part: 'source_image',
          field: 'image',
          slot: 'image',
          path: 'a.png',
          isClip: false,
          from: { shotId: 'sht', kind: 'image' },
        },
      ]);
      expect(ingredients).toMatchObject({ source_image: 'a.png', duration: 4 });
    });

    it.each([
      [4.36, 25, 109],
      [8.3, 30, 249],
    ])(
      'covers %d seconds at %d fps with no step of frames too many',
      (duration_seconds, fps, length) => {
        const shot = place({ image: 'a.png', duration_seconds });
        expect(compose('wan22-14b-i2v', shot, { fps }).body).toMatchObject({ length });
      },
    );

    it('lists the selected picture as unused if the workflow makes clips from text', () => {
      const { sources, unused } = compose('wan22-14b-t2v', place({ image: 'a.png' }));
      expect(sources).toEqual([]);
      expect(unused).toEqual([
        {
          name: 'a.png',
          slot: null,
          used: false,
          why_not: "The workflow 'wan22-14b-t2v' takes no picture to start from.",
        },
      ]);
    });

    it('starts from the last frame of the shot before', () => {
      const previous = shotRow('before', { video: 'before.mp4' });
      const shot = place({ image: 'a.png', start_from: 'previous_last_frame' }, { previous });
      expect(compose('wan22-14b-i2v', shot).sources).toMatchObject([
        { path: 'before.mp4', isClip: true, from: { shotId: 'before', kind: 'video' } },
      ]);
    });

    it('is refused if the workflow takes no first frame, or no last frame, that the shot requests', () => {
      const shot = place({ start_from: 'previous_image', end_image: 'end.png' });
      expect(compose('wan22-14b-t2v', shot).refused).toEqual([
        {
          part: 'source_image',
          field: 'start_from',
          why: "The workflow 'wan22-14b-t2v' takes no picture to start from.",
        },
        {
          part: 'end_image',
          field: 'end_image',
          why: "The workflow 'wan22-14b-t2v' takes no last frame.",
        },
      ]);
    });

    it('ends at the picture of the next shot', () => {
      const next = shotRow('next', { image: 'next.png' });
      const shot = place({ image: 'a.png', end_image: 'from_next' }, { next });
      expect(compose('wan22-14b-flf2v', shot).sources).toMatchObject([
        { slot: 'image', path: 'a.png' },
        { slot: 'end_image', path: 'next.png', from: { shotId: 'next', kind: 'image' } },
      ]);
    });

    it('needs the picture that its workflow requires', () => {
      expect(compose('wan22-14b-i2v', place()).sources).toMatchObject([{ path: null }]);
      expect(compose('wan22-14b-i2v', place(), { image: 'mine.png' }).sources).toEqual([]);
    });

    it('is as long as the speech that it is made from or fitted to', () => {
      const spoken = { speech: 'line.wav', image: 'a.png' };
      const driven = compose('wan22-s2v-14b', place(spoken, { speechSeconds: 2 }));
      expect(driven.sources.map(({ slot, path }) => [slot, path])).toEqual([
        ['image', 'a.png'],
        ['audio', 'line.wav'],
      ]);
      expect(driven.ingredients).toMatchObject({ speech: 'line.wav', duration: 2 });
      const fitted = place({ ...spoken, timing: 'fit_dialogue' }, { speechSeconds: 3 });
      expect(compose('wan22-14b-i2v', fitted).ingredients).toMatchObject({ duration: 3 });
    });

    it('lists the duration as unused if the workflow cannot make such a long clip', () => {
      const workflow = catalogue.get('wan22-14b-i2v')!;
      const length = { ...workflow.params['length']!, maximum: 81 };
      const limited = { ...workflow, params: { ...workflow.params, length } };
      const { body, unused } = compose(limited, place({ image: 'a.png', duration_seconds: 60 }));
      expect(body).toMatchObject({ length: 81 });
      expect(unused).toEqual([expect.objectContaining({ name: 'duration_seconds', used: false })]);
    });
  });
});
