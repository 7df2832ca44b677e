import type { MediaFile } from '../../media/public/media-reader';
import type { ProjectRow } from '../records/project.entity';
import type { SceneRow } from '../records/scene.entity';
import type { ShotRow } from '../records/shot.entity';
import { DEFAULT_SETTINGS, filmSize, type RenderSettings } from './render-settings';
import { type FilmFacts, filmOfStory, filmPaths } from './story-film';

const shotRow = (part: Partial<ShotRow>): ShotRow =>
  ({
    ...{ id: 'sht_1', shot_number: 1, title: '', lines: [], subtitle: '', duration_seconds: 5 },
    ...{ timing: 'fixed', clip_audio: 'duck', image: null, video: null, speech: null },
    ...part,
  }) as ShotRow;

const tree = (shots: readonly ShotRow[]) => ({
  project: { title: 'Film', aspect_ratio: '9:16' } as ProjectRow,
  scenes: [{ scene: { id: 'scn_1', scene_number: 1, title: 'One' } as SceneRow, shots }],
});

const file = (path: string, part: Partial<MediaFile> = {}): [string, MediaFile] => [
  path,
  { path, type: 'image', duration: null, has_audio: null, ...part } as MediaFile,
];
const facts: FilmFacts = {
  media: new Map([
    file('a.png'),
    file('a.mp4', { type: 'video', duration: 3.2, has_audio: true }),
    file('a.wav', { type: 'audio', duration: 4 }),
  ]),
  names: new Map([['mara', 'Mara']]),
  lineSeconds: new Map([['sht_1', [1, 2]]]),
};
const settings = (part: Partial<RenderSettings> = {}): RenderSettings => ({
  ...DEFAULT_SETTINGS,
  ...part,
});
const shotOf = (part: Partial<ShotRow>, set = settings()) =>
  filmOfStory(tree([shotRow(part)]), set, facts).scenes[0]?.shots[0];

describe('filmOfStory', () => {
  it('shows the video of a shot, else its image', () => {
    expect(shotOf({ video: 'a.mp4', image: 'a.png' })?.picture).toEqual({
      ...{ kind: 'clip', path: 'a.mp4', seconds: 3.2, has_sound: true, sound: 'duck' },
    });
    expect(shotOf({ image: 'a.png' }, settings({ zoom: 'in' }))?.picture).toEqual({
      ...{ kind: 'still', path: 'a.png', zoom: 'in' },
    });
  });

  it('leaves out files that are gone, and shows no older image instead of a video', () => {
    const shot = shotOf({ video: 'gone.mp4', image: 'a.png', speech: 'gone.wav' });
    expect(shot).toMatchObject({ picture: null, speech: null });
  });

  it('makes a shot as long as its speech only where it is asked to', () => {
    expect(shotOf({ speech: 'a.wav' })?.seconds).toBe(5);
    expect(shotOf({ speech: 'a.wav', timing: 'fit_dialogue' })?.seconds).toBe(4);
    expect(shotOf({ timing: 'fit_dialogue' })?.seconds).toBe(5);
  });

  it('makes captions of the lines as they are spoken, by the names of their speakers', () => {
    const lines = [
      { speaker: 'mara', text: 'Who lit it?', pause_seconds: 0.5 },
      { speaker: 'narrator', text: 'Nobody.', pause_seconds: 0 },
    ];
    expect(shotOf({ lines, speech: 'a.wav' })?.captions).toEqual([
      { from: 0, to: 1, text: 'Who lit it?', speaker: 'Mara' },
      { from: 1.5, to: 3.5, text: 'Nobody.', speaker: null },
    ]);
  });

  it('takes size, music and narration from the settings', () => {
    const sounds = settings({ resolution: '720p', music: 'a.wav', narration: 'gone.wav' });
    expect(filmOfStory(tree([]), sounds, facts)).toMatchObject({
      ...{ title: 'Film', width: 720, height: 1280, narration: null },
      music: { path: 'a.wav', seconds: 4 },
    });
  });
});

describe('filmPaths', () => {
  it('names each file of the film once', () => {
    const shots = [
      shotRow({ video: 'a.mp4', image: 'a.png' }),
      shotRow({ image: 'b.png', speech: 'a.wav' }),
      shotRow({ image: 'b.png' }),
    ];
    const paths = filmPaths(tree(shots), { music: 'm.mp3', narration: null });
    expect(paths).toEqual(['a.mp4', 'b.png', 'a.wav', 'm.mp3']);
  });
});

describe('filmSize', () => {
  it.each([
    ['16:9', '1080p', 1920, 1080],
    ['9:16', '1080p', 1080, 1920],
    ['1:1', '480p', 480, 480],
    ['239:100', '1080p', 2582, 1080],
    ['10:1', '2160p', 7680, 768],
  ] as const)('of %s at %s has even sides', (shape, resolution, width, height) => {
    expect(filmSize(shape, resolution)).toEqual({ width, height });
  });
});
