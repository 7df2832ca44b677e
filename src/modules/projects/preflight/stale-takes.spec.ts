import type { ShotRow } from '../records/shot.entity';
import type { TakeRow } from '../records/take.entity';
import type { ShotToTake } from '../takes/compose-take';
import { staleTakes } from './stale-takes';

const SHOT: Partial<ShotRow> = {
  id: 'sht_1',
  locked: false,
  lines: [],
  image: 'still.png',
  image_take: 'image',
  video: null,
  video_take: null,
  speech_take: null,
};
const CLIP: Partial<ShotRow> = { video: 'clip.mp4', video_take: 'video' };
const LINES: Partial<ShotRow> = {
  speech_take: 'speech',
  lines: [{ speaker: 'narrator', text: 'Nobody answered.', pause_seconds: 0 }],
};

interface Takes {
  /** Ids of the stale takes. */
  readonly stale: readonly string[];
  readonly approved?: string;
  /** The kind of the take of the shot that its clip is made from. */
  readonly source?: 'image';
}

function reasonFor(part: Partial<ShotRow>, { stale, approved, source }: Takes): string | undefined {
  const film = [{ shot: { ...SHOT, ...part } as ShotRow } as ShotToTake];
  const selected = new Map(
    ['image', 'video', 'speech'].map((id) => [
      id,
      { id, verdict: id === approved ? 'approved' : null } as TakeRow,
    ]),
  );
  const reasons = new Map(stale.map((id) => [id, [{ what: 'prompt' as const, why: id }]]));
  const sourcesOf = () => (source ? [{ shotId: 'sht_1', kind: source }] : []);
  return staleTakes(film, { selected, stale: reasons, sourcesOf }).get('sht_1');
}

describe('stale takes of a film', () => {
  it.each<[string, Partial<ShotRow>, Takes, string | undefined]>([
    ['a picture', {}, { stale: ['image'] }, 'image'],
    ['nothing else', {}, { stale: ['video'] }, undefined],
    ['a clip', CLIP, { stale: ['video'] }, 'video'],
    ['the picture that a clip starts from', CLIP, { stale: ['image'], source: 'image' }, 'image'],
    ['no picture that a clip replaces', CLIP, { stale: ['image'] }, undefined],
    [
      'no picture that a chosen file replaces',
      { video: 'clip.mp4' },
      { stale: ['image'], source: 'image' },
      undefined,
    ],
    [
      'no picture of an approved clip',
      CLIP,
      { stale: ['image', 'video'], approved: 'video', source: 'image' },
      undefined,
    ],
    ['no approved picture', {}, { stale: ['image'], approved: 'image' }, undefined],
    ['speech', LINES, { stale: ['speech'] }, 'speech'],
    ['no speech without lines', { ...LINES, lines: [] }, { stale: ['speech'] }, undefined],
    ['nothing of a locked shot', { locked: true }, { stale: ['image'] }, undefined],
  ])('are %s', (_, part, takes, expected) => {
    expect(reasonFor(part, takes)).toBe(expected);
  });
});
