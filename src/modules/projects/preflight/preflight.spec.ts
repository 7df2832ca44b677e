import type { MediaFile } from '../../media/public/media-reader';
import type { ProjectRow } from '../records/project.entity';
import type { SceneRow } from '../records/scene.entity';
import type { ShotRow } from '../records/shot.entity';
import { DEFAULT_SETTINGS, type RenderSettings } from '../renders/render-settings';
import type { StoryTree } from '../tree/story-tree';
import { type Fault, type FilmTools, preflight } from './preflight';
import { type FilmMaterials, filmOf, materialPaths } from './story-film';

const SETTINGS: RenderSettings = {
  ...DEFAULT_SETTINGS,
  resolution: '720p',
  subtitles: 'burned',
  zoom: 'in',
};

const file = (path: string, part: Partial<MediaFile>): [string, MediaFile] => [
  path,
  { path, mime: `${part.type}/x`, duration: null, fps: null, ...part } as MediaFile,
];

const MEDIA = new Map([
  file('still.png', { type: 'image' }),
  file('clip.mp4', { type: 'video', duration: 3, fps: 24, has_audio: true }),
  file('silent.mp4', { type: 'video', duration: 2, fps: 24, has_audio: false }),
  file('moving.webp', { type: 'video', mime: 'image/webp', duration: 2 }),
  file('speech.mp3', { type: 'audio', duration: 4.01 }),
  // Exactly 28 frames at 25 fps.
  file('whole.mp3', { type: 'audio', duration: 1.12 }),
  file('unknown.mp3', { type: 'audio' }),
]);

const shot = (part: Partial<ShotRow> = {}): ShotRow =>
  ({
    id: 'sht_1',
    shot_number: 1,
    title: 'Waves',
    lines: [],
    subtitle: '',
    duration_seconds: 5,
    timing: 'fixed',
    clip_audio: 'keep',
    image: 'still.png',
    video: null,
    speech: null,
    speech_take: null,
    ...part,
  }) as ShotRow;

const treeOf = (...shots: readonly ShotRow[]): StoryTree => ({
  project: { title: 'The sea', aspect_ratio: '9:16' } as ProjectRow,
  scenes: [{ scene: { id: 'scn_1', scene_number: 1, title: 'Beach' } as SceneRow, shots }],
});

const materials: FilmMaterials = {
  media: MEDIA,
  speakers: new Map([['ana', 'Ana']]),
  lineSeconds: new Map([['tak_1', [1, 2]]]),
  unfinished: new Set(['sht_making']),
};

const STALE = new Map([
  ['sht_stale', 'The shot has another length now.'],
  ['sht_old', 'The lines of the shot have changed.'],
]);

const LINES = [
  { speaker: 'ana', text: 'Who is there?', pause_seconds: 0.5 },
  { speaker: 'narrator', text: 'Nobody answered.', pause_seconds: 0 },
];

const firstShot = (part: Partial<ShotRow>) =>
  filmOf(treeOf(shot(part)), SETTINGS, materials).scenes[0]?.shots[0];

describe('filmOf', () => {
  it('holds an image where there is no video', () => {
    expect(filmOf(treeOf(shot()), SETTINGS, materials)).toMatchObject({
      title: 'The sea',
      width: 720,
      height: 1280,
      fps: 24,
      scenes: [
        {
          id: 'scn_1',
          title: 'Beach',
          shots: [{ seconds: 5, picture: { kind: 'still', path: 'still.png', zoom: 'in' } }],
        },
      ],
      music: null,
    });
  });

  it('prefers the video', () => {
    expect(firstShot({ video: 'clip.mp4', clip_audio: 'duck' })?.picture).toEqual({
      kind: 'clip',
      path: 'clip.mp4',
      seconds: 3,
      has_sound: true,
      sound: 'duck',
    });
  });

  it.each([
    ['a video that is gone', { video: 'gone.mp4' }],
    ['an animated picture', { video: 'moving.webp' }],
    ['an image that is none', { image: 'speech.mp3' }],
  ])('shows nothing in place of %s', (_, part) => {
    expect(firstShot(part)?.picture).toBeNull();
  });

  it('makes a shot that fits its dialogue as long as the speech, in whole frames', () => {
    const seconds = firstShot({ timing: 'fit_dialogue', speech: 'speech.mp3' })?.seconds ?? 0;
    expect(seconds * 24).toBe(97);
    expect(firstShot({ timing: 'fit_dialogue' })?.seconds).toBe(5);
    const fitted = shot({ timing: 'fit_dialogue', speech: 'whole.mp3' });
    const film = filmOf(treeOf(fitted), { ...SETTINGS, fps: 25 }, materials);
    expect(film.scenes[0]?.shots[0]?.seconds).toBe(1.12);
  });

  it('captions lines with the names of their speakers while they are spoken', () => {
    const part = { lines: LINES, speech: 'speech.mp3', speech_take: 'tak_1' };
    expect(firstShot(part)?.captions).toEqual([
      { from: 0, to: 1, text: 'Who is there?', speaker: 'Ana' },
      { from: 1.5, to: 3.5, text: 'Nobody answered.', speaker: null },
    ]);
  });
});

describe('materialPaths', () => {
  it('names each file once', () => {
    const tree = treeOf(shot({ video: 'clip.mp4' }), shot({ speech: 'speech.mp3' }));
    const sounds = { music: 'music.mp3', narration: 'speech.mp3' };
    expect([...materialPaths(tree, sounds)].sort()).toEqual([
      'clip.mp4',
      'music.mp3',
      'speech.mp3',
      'still.png',
    ]);
  });
});

describe('preflight', () => {
  const TOOLS: FilmTools = { ffmpeg: true, undrawable: [] };

  const faultsOf = (
    tree: StoryTree,
    part: Partial<RenderSettings> = {},
    tools: Partial<FilmTools> = {},
  ): readonly Fault[] => {
    const settings = { ...SETTINGS, ...part };
    const film = filmOf(tree, settings, materials);
    return preflight({ tree, settings, materials, stale: STALE, film }, { ...TOOLS, ...tools });
  };

  it('reports nothing for a complete shot', () => {
    const spoken = shot({ lines: LINES, speech: 'speech.mp3', timing: 'fit_dialogue' });
    const clip = shot({ id: 'sht_2', video: 'clip.mp4', duration_seconds: 3 });
    expect(faultsOf(treeOf(spoken, clip))).toEqual([]);
  });

  it.each<[string, Partial<ShotRow>, Fault['code'], boolean, string | null]>([
    ['a shot without a picture', { image: null }, 'picture_missing', true, null],
    ['an image that is gone', { image: 'gone.png' }, 'file_missing', true, 'gone.png'],
    ['a video that is gone', { video: 'gone.mp4' }, 'file_missing', true, 'gone.mp4'],
    ['a speech that is gone', { speech: 'gone.mp3' }, 'file_missing', true, 'gone.mp3'],
    ['an animated picture', { video: 'moving.webp' }, 'clip_unplayable', true, 'moving.webp'],
    ['lines that nobody speaks', { lines: LINES }, 'speech_missing', false, null],
    [
      'a speech of unknown length',
      { speech: 'unknown.mp3' },
      'sound_unplayable',
      true,
      'unknown.mp3',
    ],
    [
      'a speech that is longer than its shot',
      { speech: 'speech.mp3', duration_seconds: 3 },
      'speech_overrun',
      true,
      'speech.mp3',
    ],
    [
      'a clip that is shorter than its shot',
      { video: 'clip.mp4', duration_seconds: 4 },
      'clip_too_short',
      false,
      'clip.mp4',
    ],
    [
      'a clip whose sound is wanted and missing',
      { video: 'silent.mp4', duration_seconds: 2 },
      'clip_without_sound',
      false,
      'silent.mp4',
    ],
  ])('reports %s', (_, part, code, blocking, path) => {
    expect(faultsOf(treeOf(shot(part)))).toEqual([
      { code, blocking, path, scene_id: 'scn_1', shot_id: 'sht_1', detail: expect.any(String) },
    ]);
  });

  it('reports a shot that has an unfinished take', () => {
    expect(faultsOf(treeOf(shot({ id: 'sht_making' })))).toMatchObject([
      { code: 'take_unfinished', blocking: false, shot_id: 'sht_making' },
    ]);
  });

  it('says why a selected take is stale, and names the shots where there are several', () => {
    const [stale, old] = [shot({ id: 'sht_stale' }), shot({ id: 'sht_old', shot_number: 2 })];
    const fault = { code: 'take_stale', blocking: false };
    expect(faultsOf(treeOf(stale, shot()))).toMatchObject([
      { ...fault, shot_id: 'sht_stale', detail: expect.stringContaining('another length now') },
    ]);
    expect(faultsOf(treeOf(stale, old))).toMatchObject([
      {
        ...fault,
        shot_id: null,
        detail: expect.stringContaining('scene 1 shot 1, scene 1 shot 2'),
      },
    ]);
  });

  it('says how to correct a speech that is too long', () => {
    const [fault] = faultsOf(treeOf(shot({ speech: 'speech.mp3', duration_seconds: 3 })));
    expect(fault?.detail).toContain('4.01 s and its shot 3 s');
    expect(fault?.detail).toContain('{"duration_seconds": 4.1}');
  });

  it('accepts a speech that ends within half a frame of its shot', () => {
    expect(faultsOf(treeOf(shot({ speech: 'speech.mp3', duration_seconds: 4 })))).toEqual([]);
  });

  it('accepts a clip without sound whose sound is not wanted', () => {
    const part = { video: 'silent.mp4', duration_seconds: 2, clip_audio: 'mute' } as const;
    expect(faultsOf(treeOf(shot(part)))).toEqual([]);
  });

  it('reports the clips without sound of several shots once, and names the shots', () => {
    const part = { video: 'silent.mp4', duration_seconds: 2 } as const;
    const shots = Array.from({ length: 22 }, (_, at) =>
      shot({ ...part, id: `sht_${at}`, shot_number: at + 1, clip_audio: 'duck' }),
    );
    const muted = shot({ ...part, id: 'sht_muted', clip_audio: 'mute' });
    const [fault, ...others] = faultsOf(treeOf(...shots, muted));
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ code: 'clip_without_sound', shot_id: null, path: null });
    expect(fault?.detail).toMatch(
      /of 22 shots .*: scene 1 shot 1, .*, scene 1 shot 20 and 2 more\. If/,
    );
  });

  it('reports music and narration that were deleted or are not sound, and a narration that would be cut', () => {
    const codes = (part: Partial<RenderSettings>, seconds = 5) =>
      faultsOf(treeOf(shot({ duration_seconds: seconds })), part).map(({ code }) => code);
    expect(codes({ music: 'gone.mp3', narration: 'still.png' })).toEqual([
      'file_missing',
      'sound_unplayable',
    ]);
    expect(codes({ narration: 'speech.mp3' })).toEqual([]);
    expect(codes({ narration: 'speech.mp3' }, 2)).toEqual(['narration_overrun']);
    expect(codes({ music: 'speech.mp3' }, 2)).toEqual([]);
  });

  it('reports a project without shots', () => {
    const empty = { ...treeOf(), scenes: [] };
    for (const tree of [treeOf(), empty])
      expect(faultsOf(tree).map(({ code, shot_id }) => [code, shot_id])).toEqual([
        ['no_shots', null],
      ]);
  });

  it('reports a film of more than two hours', () => {
    const long = Array.from({ length: 13 }, (_, at) =>
      shot({ id: `sht_${at}`, duration_seconds: 600 }),
    );
    const codes = (shots: readonly ShotRow[]) =>
      faultsOf(treeOf(...shots)).flatMap(({ code, blocking }) => (blocking ? [code] : []));
    expect(codes(long)).toEqual(['film_too_long']);
    expect(codes(long.slice(1))).toEqual([]);
  });

  it('reports missing programs', () => {
    const codes = (tools: Partial<FilmTools>) =>
      faultsOf(treeOf(shot()), {}, tools).map(({ code, blocking }) => [code, blocking]);
    expect(codes({ ffmpeg: false, undrawable: null })).toEqual([['ffmpeg_missing', true]]);
    expect(codes({ undrawable: null })).toEqual([['captions_unavailable', true]]);
    expect(codes({ undrawable: ['中'] })).toEqual([['caption_not_drawable', true]]);
  });

  it('lists only the first characters that no font has', () => {
    const undrawable = Array.from({ length: 25 }, (_, index) =>
      String.fromCodePoint(0x4e00 + index),
    );
    const [fault] = faultsOf(treeOf(shot()), {}, { undrawable });
    expect(fault?.detail).toContain('一 丁 ');
    expect(fault?.detail).toContain(' and 5 more');
  });

  it('lists unassigned and private characters by number', () => {
    const [fault] = faultsOf(treeOf(shot()), {}, { undrawable: ['\u{e000}', '中'] });
    expect(fault?.detail).toContain('captions: U+E000 中. ');
  });
});
