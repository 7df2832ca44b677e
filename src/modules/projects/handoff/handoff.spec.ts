import type { Film, FilmShot } from '../film/film';
import { edlFile } from './edl-file';
import { otioFile } from './otio-file';

const shot = (number: number, part: Partial<FilmShot>): FilmShot => ({
  id: `sht_${number}`,
  number,
  title: '',
  seconds: 2,
  picture: null,
  speech: null,
  captions: [],
  ...part,
});

const CLIP = {
  kind: 'clip',
  path: 'clip.mp4',
  seconds: 1.5,
  has_sound: true,
  sound: 'duck',
} as const;

/** Three shots at 24 frames a second: a still, a clip that is shorter than its shot, and nothing. */
const FILM: Film = {
  title: 'The\nsea',
  width: 720,
  height: 1280,
  fps: 24,
  scenes: [
    {
      id: 'scn_1',
      number: 1,
      title: 'Beach',
      shots: [
        shot(1, {
          title: 'Waves',
          picture: { kind: 'still', path: 'still.png', zoom: 'in' },
          speech: { path: 'speech.mp3', seconds: 1.25, starts_at: 0.5 },
        }),
        shot(2, { picture: CLIP }),
      ],
    },
    { id: 'scn_2', number: 2, title: '', shots: [shot(1, { id: 'sht_3' })] },
  ],
  transition_seconds: 0.5,
  music: null,
  narration: null,
  subtitles: 'soft',
};

interface OtioTime {
  readonly value: number;
  readonly rate: number;
}
interface OtioItem {
  readonly OTIO_SCHEMA: string;
  readonly name: string;
  readonly source_range?: { readonly start_time: OtioTime; readonly duration: OtioTime };
  readonly in_offset?: OtioTime;
  readonly effects?: readonly { readonly OTIO_SCHEMA: string }[];
  readonly media_references?: { readonly DEFAULT_MEDIA: { readonly target_url: string } };
}
interface OtioTrack {
  readonly name: string;
  readonly kind: string;
  readonly children: readonly OtioItem[];
  readonly markers: readonly {
    readonly name: string;
    readonly marked_range: { readonly start_time: OtioTime };
  }[];
}

const tracksOf = (film: Film): readonly OtioTrack[] => {
  const { tracks } = JSON.parse(otioFile(film)) as { tracks: { children: readonly OtioTrack[] } };
  return tracks.children;
};

/** `<what> <first frame of the source>+<frames>` */
const described = (item: OtioItem): string => {
  if (item.in_offset) return `${item.OTIO_SCHEMA} ${item.in_offset.value}`;
  const source = item.media_references?.DEFAULT_MEDIA.target_url ?? 'gap';
  const range = item.source_range;
  const effects = (item.effects ?? []).map((effect) => ` ${effect.OTIO_SCHEMA}`).join('');
  return `${source} ${range?.start_time.value}+${range?.duration.value}${effects}`;
};

const items = (film: Film, name: string): readonly string[] | undefined =>
  tracksOf(film)
    .find((track) => track.name === name)
    ?.children.map(described);

describe('otioFile', () => {
  it('has pictures with cross-fades, held last frames, and gaps for missing pictures', () => {
    expect(items(FILM, 'Pictures')).toEqual([
      'still.png 0+48',
      'Transition.1 6',
      'clip.mp4 0+36',
      'clip.mp4 35+12 FreezeFrame.1',
      'Transition.1 6',
      'gap 0+48',
    ]);
  });

  it('places each kind of sound on a track of its own', () => {
    expect(items(FILM, 'Sound of clips')).toEqual(['gap 0+48', 'clip.mp4 0+36']);
    expect(items(FILM, 'Speech')).toEqual(['gap 0+12', 'speech.mp3 0+30']);
  });

  it('leaves out tracks without sound', () => {
    const silent = { ...FILM, scenes: FILM.scenes.slice(1) };
    expect(tracksOf(silent).map(({ name, kind }) => [name, kind])).toEqual([['Pictures', 'Video']]);
  });

  it('marks where each scene begins', () => {
    const markers = tracksOf(FILM)[0]?.markers ?? [];
    expect(markers.map(({ name, marked_range }) => [name, marked_range.start_time.value])).toEqual([
      ['Beach', 0],
      ['Scene 2', 96],
    ]);
  });
});

describe('edlFile', () => {
  it('lists cuts and speech with their times in the sources and in the film', () => {
    expect(edlFile(FILM).split('\n')).toEqual([
      'TITLE: The sea',
      'FCM: NON-DROP FRAME',
      '',
      '001 AX       V     C        00:00:00:00 00:00:02:00 00:00:00:00 00:00:02:00',
      '* FROM CLIP NAME: still.png',
      '* SCENE 1 SHOT 1 Waves',
      '002 AX       A     C        00:00:00:00 00:00:01:06 00:00:00:12 00:00:01:18',
      '* FROM CLIP NAME: speech.mp3',
      '003 AX       V     C        00:00:00:00 00:00:01:12 00:00:02:00 00:00:03:12',
      '* FROM CLIP NAME: clip.mp4',
      '* SCENE 1 SHOT 2',
      '* CROSS-FADE OF 12 FRAMES AROUND THIS CUT',
      '004 AX       V     C        00:00:01:11 00:00:01:23 00:00:03:12 00:00:04:00',
      'M2   AX       000.0                   00:00:01:11',
      '* FROM CLIP NAME: clip.mp4',
      '005 BL       V     C        00:00:00:00 00:00:02:00 00:00:04:00 00:00:06:00',
      '* SCENE 2 SHOT 1',
      '* CROSS-FADE OF 12 FRAMES AROUND THIS CUT',
      '',
    ]);
  });

  it('keeps line breaks of a title out of the comments', () => {
    const scenes = [
      { id: 'scn_1', number: 1, title: '', shots: [shot(1, { title: 'a\r\n001 AX' })] },
    ];
    expect(edlFile({ ...FILM, scenes })).toContain('* SCENE 1 SHOT 1 a 001 AX\n');
  });
});
