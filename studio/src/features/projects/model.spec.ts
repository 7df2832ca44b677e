import type { Scene, Shot, Take } from '../../api/projects';
import type { WorkflowItem } from '../../api/types';
import {
  countsOf,
  filmName,
  firstWorkflow,
  isAspectRatio,
  isPortrait,
  posterOf,
  readProjectSearch,
  renderFraction,
  sceneFacts,
  shownMedia,
  staleText,
  stateOf,
  takesByKind,
} from './model';

const shot = (fields: Partial<Shot> = {}) =>
  ({
    image: null,
    video: null,
    missing: [],
    status: 'draft',
    duration_seconds: 5,
    start_from: 'none',
    ...fields,
  }) as unknown as Shot;
const scene = (...shots: Shot[]) => ({ shots }) as unknown as Scene;

describe('what a shot shows', () => {
  it.each<[string, Partial<Shot>, string | undefined]>([
    ['its clip', { image: 'a.png', video: 'a.mp4' }, 'a.mp4'],
    ['its picture without a clip', { image: 'a.png' }, 'a.png'],
    [
      'its picture when the clip is gone',
      { image: 'a.png', video: 'a.mp4', missing: ['video'] },
      'a.png',
    ],
    ['nothing when all is gone', { image: 'a.png', missing: ['image'] }, undefined],
    ['nothing at first', {}, undefined],
  ])('is %s', (_, fields, expected) => {
    expect(shownMedia(shot(fields))).toBe(expected);
  });

  it.each<[Partial<Shot>, string]>([
    [{ status: 'image_ready' }, 'image_ready'],
    [{ status: 'draft', missing: ['image'] }, 'missing'],
    [{ status: 'generating', missing: ['image'] }, 'generating'],
    [{ status: 'video_ready', missing: ['speech'] }, 'video_ready'],
  ])('has with %j the state %s', (fields, expected) => {
    expect(stateOf(shot(fields))).toBe(expected);
  });
});

describe('a project', () => {
  const project = {
    scenes: [
      scene(shot(), shot({ image: 'b.png', duration_seconds: 2 })),
      scene(shot({ video: 'c.mp4' })),
    ],
  };
  it('is shown by the first thing that its shots show, with its counts', () => {
    expect(posterOf(project)).toBe('b.png');
    expect(countsOf(project)).toEqual({ scenes: 2, shots: 3, seconds: 12 });
    expect(posterOf({ scenes: [] })).toBeUndefined();
  });

  it.each([
    ['16:9', false],
    ['1:1', false],
    ['9:16', true],
  ])('of format %s is portrait: %s', (ratio, expected) => {
    expect(isPortrait(ratio)).toBe(expected);
  });

  it('names where a scene is, without what goes without saying', () => {
    const place = { setting: 'interior', location: 'a lamp room', time_of_day: '' };
    expect(sceneFacts({ ...place, weather: 'clear' })).toEqual(['a lamp room', 'interior']);
    expect(sceneFacts({ ...place, weather: 'rain' })).toContain('rain');
  });

  it('reads the open shot from the address', () => {
    expect(readProjectSearch({ shot: 'sht_1' })).toEqual({ shot: 'sht_1' });
    expect(readProjectSearch({ shot: 7 })).toEqual({});
  });
});

describe('takes', () => {
  const take = (id: string, kind: Take['kind'], workflow?: string) =>
    ({ id, kind, fields: { workflow } }) as unknown as Take;

  it('are numbered by kind from the oldest', () => {
    const groups = takesByKind([take('d', 'image'), take('c', 'video'), take('b', 'image')]);
    expect(
      groups.map(([kind, all]) => [kind, all.map((one) => [one.take.id, one.number])]),
    ).toEqual([
      [
        'image',
        [
          ['d', 2],
          ['b', 1],
        ],
      ],
      ['video', [['c', 1]]],
    ]);
  });

  const workflow = (id: string, mode: WorkflowItem['modes'][number], runnable_on = ['a']) =>
    ({
      id,
      kind: mode.endsWith('v') ? 'video' : 'image',
      modes: [mode],
      runnable_on,
      run_time: [] as WorkflowItem['run_time'],
    }) as WorkflowItem;
  const tried = (id: string, mode: WorkflowItem['modes'][number]) => ({
    ...workflow(id, mode),
    run_time: [{ provider: 'a', median_seconds: 9, p90_seconds: 9 }],
  });
  const workflows = [
    workflow('edit', 'edit'),
    workflow('off', 't2i', []),
    workflow('untried', 't2i'),
    tried('words', 't2i'),
    workflow('from-words', 't2v'),
    workflow('from-frame', 'i2v'),
  ];
  it.each<['image' | 'video', Partial<Shot>, readonly Take[], string]>([
    ['image', {}, [], 'words'],
    ['image', {}, [take('a', 'image', 'edit')], 'edit'],
    ['image', {}, [take('a', 'image', 'gone')], 'words'],
    ['video', {}, [], 'from-words'],
    ['video', { image: 'a.png' }, [], 'from-frame'],
    ['video', { start_from: 'previous_image' }, [], 'from-frame'],
  ])('of kind %s for %j begin with the workflow that fits', (kind, fields, before, expected) => {
    expect(firstWorkflow(workflows, kind, shot(fields), before)).toBe(expected);
  });
});

describe('a film', () => {
  it('says how far it is', () => {
    expect(renderFraction({ frames_done: 30, frames_total: 120 })).toBe(0.25);
    expect(renderFraction({ frames_done: 0, frames_total: 0 })).toBe(0);
  });

  it.each([
    ['The last lantern', 'The last lantern.mp4'],
    ['A/B: "cut"', 'AB cut.mp4'],
    ['雨の港', '雨の港.mp4'],
    ['?!', 'film.mp4'],
  ])('of %j is saved as %s', (title, expected) => {
    expect(filmName(title)).toBe(expected);
  });
});

describe('the address of a project', () => {
  it.each<[Record<string, unknown>, unknown]>([
    [
      { shot: 'sht_1', part: 'speech' },
      { shot: 'sht_1', part: 'speech' },
    ],
    [
      { scene: 'scn_1', about: true },
      { scene: 'scn_1', about: true },
    ],
    [{ shot: 7, part: 'other', scene: '', about: 'yes' }, {}],
  ])('reads %j', (raw, expected) => {
    expect(readProjectSearch(raw)).toEqual(expected);
  });
});

describe('a picture format', () => {
  it.each([
    ['16:9', true],
    ['239:100', true],
    ['10:1', true],
    ['11:1', false],
    ['0:9', false],
    ['16/9', false],
    ['', false],
  ])('%s', (text, expected) => {
    expect(isAspectRatio(text)).toBe(expected);
  });
});

it('names characters that have changed by their names, unless they are gone', () => {
  const reasons = [
    { what: 'lines' as const, why: 'The lines of the shot have changed.' },
    { what: 'voice' as const, character: 'tom-2', why: "The voice of 'tom-2' has changed." },
    { what: 'character' as const, character: 'ida', why: "The character 'ida' no longer exists." },
  ];
  expect(staleText(reasons, [{ id: 'tom-2', name: 'Tom $& Co' }])).toBe(
    "The lines of the shot have changed. The voice of Tom $& Co has changed. The character 'ida' no longer exists.",
  );
});
