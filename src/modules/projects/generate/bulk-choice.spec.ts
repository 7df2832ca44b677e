import type { ShotRow } from '../records/shot.entity';
import type { TakeRow, Verdict } from '../records/take.entity';
import type { ShotToTake } from '../takes/compose-take';
import type { TakeKey } from '../takes/take-sources';
import { chooseShotsToRemake, type ChosenShot, chooseShots, type TakeFacts } from './bulk-choice';

const shot = (id: string, fields: Partial<ShotRow> = {}): ShotToTake =>
  ({
    shot: {
      id,
      locked: false,
      lines: [{}],
      image: null,
      video: null,
      speech: null,
      image_take: null,
      video_take: null,
      speech_take: null,
      ...fields,
    },
  }) as unknown as ShotToTake;

const facts = (more: {
  readonly verdicts?: Readonly<Record<string, Verdict | null>>;
  readonly stale?: readonly string[];
  readonly open?: readonly string[];
  readonly gone?: readonly string[];
}): TakeFacts => ({
  selected: new Map(
    Object.entries(more.verdicts ?? {}).map(([id, verdict]) => [id, { id, verdict } as TakeRow]),
  ),
  isStale: (id) => more.stale?.includes(id) ?? false,
  isGone: (path) => more.gone?.includes(path) ?? false,
  isOpen: (id, kind) => more.open?.includes(`${id} ${kind}`) ?? false,
});

const named = (chosen: readonly ChosenShot[]): readonly string[] =>
  chosen.map(({ shot: one, kind }) => `${one.shot.id} ${kind}`);
const reasons = (skipped: ReturnType<typeof chooseShots>['skipped']): readonly string[] =>
  skipped.map(({ shot_id, kind, because }) => `${shot_id} ${kind} ${because}`);

describe('generate', () => {
  const film = [
    shot('new'),
    shot('locked', { locked: true }),
    shot('has', { image: 'a.png', image_take: 't1' }),
    shot('old', { image: 'b.png', image_take: 't2' }),
    shot('approved', { image: 'c.png', image_take: 't3' }),
    shot('busy'),
  ];
  const known = facts({
    verdicts: { t1: null, t2: null, t3: 'approved' },
    stale: ['t2', 't3'],
    open: ['busy image'],
  });

  it('chooses shots whose selected file was deleted', () => {
    const gone = facts({ gone: ['a.png'] });
    expect(named(chooseShots(film.slice(2, 4), 'image', 'missing', gone).chosen)).toEqual([
      'has image',
    ]);
  });

  it('chooses shots without a selected take', () => {
    const { chosen, skipped } = chooseShots(film, 'image', 'missing', known);
    expect(named(chosen)).toEqual(['new image']);
    expect(reasons(skipped)).toEqual([
      'locked image locked',
      'has image has_one',
      'old image has_one',
      'approved image has_one',
      'busy image in_progress',
    ]);
  });

  it('chooses shots whose selected take is stale and not approved', () => {
    const { chosen, skipped } = chooseShots(film, 'image', 'stale', known);
    expect(named(chosen)).toEqual(['old image']);
    expect(reasons(skipped)).toContain('approved image approved');
  });

  it('chooses all shots except locked ones, and for speech those with lines', () => {
    expect(named(chooseShots(film, 'image', 'all', known).chosen)).toHaveLength(5);
    const silent = [shot('silent', { lines: [] })];
    expect(reasons(chooseShots(silent, 'speech', 'all', known).skipped)).toEqual([
      'silent speech no_lines',
    ]);
  });
});

describe('regenerate', () => {
  const sourcesOf = ({ shot: one, kind }: ChosenShot): readonly TakeKey[] => {
    if (kind !== 'video') return [];
    const before = one.shot.id === 'b' ? ('video' as const) : ('image' as const);
    return [{ shotId: 'a', kind: before }];
  };
  const film = [
    shot('a', { image_take: 'ai', video_take: 'av' }),
    shot('b', { image_take: 'bi', video_take: 'bv' }),
  ];
  const verdicts = { ai: null, av: null, bi: null, bv: null };

  it('chooses stale and rejected takes, and the clips that are made from them', () => {
    const again = chooseShotsToRemake(film, facts({ verdicts, stale: ['ai'] }), sourcesOf);
    expect(named(again.chosen)).toEqual(['a image', 'a video', 'b video']);
    const rejected = facts({ verdicts: { ...verdicts, bi: 'rejected' } });
    expect(named(chooseShotsToRemake(film, rejected, sourcesOf).chosen)).toEqual(['b image']);
  });

  it('skips approved takes and locked shots', () => {
    const approved = facts({
      verdicts: { ...verdicts, ai: 'approved', av: 'approved' },
      stale: ['ai'],
    });
    expect(reasons(chooseShotsToRemake(film, approved, sourcesOf).skipped)).toEqual([
      'a image approved',
      'a video up_to_date',
      'b image up_to_date',
      'b video up_to_date',
    ]);
    const hanging = facts({ verdicts: { ...verdicts, av: 'approved' }, stale: ['ai'] });
    expect(reasons(chooseShotsToRemake(film, hanging, sourcesOf).skipped)).toEqual([
      'a video approved',
      'b image up_to_date',
      'b video up_to_date',
    ]);
    const locked = [shot('a', { image_take: 'ai', locked: true })];
    expect(
      reasons(chooseShotsToRemake(locked, facts({ verdicts, stale: ['ai'] }), sourcesOf).skipped),
    ).toEqual(['a image locked']);
  });
});
