import { Verdicts } from './verdicts';

const REFUSED = { kind: 'refused', message: 'no', nodeErrors: { a: 'wrong' } } as const;

describe('verdicts', () => {
  const verdicts = new Verdicts();

  it('are awaited only where a hand-over is under way', () => {
    expect(verdicts.awaited('other')).toBeNull();
  });

  it('reach those who ask before the node has answered, and those who ask while the row is written', async () => {
    verdicts.expect('a');
    const early = verdicts.awaited('a');
    verdicts.tell('a', REFUSED);
    const late = verdicts.awaited('a');
    for (const verdict of [early, late]) {
      expect(await verdict).toEqual({ ok: false, nodeErrors: { a: 'wrong' } });
    }
  });

  it('are closed once the row tells, and change no more', async () => {
    const asked = verdicts.awaited('a');
    verdicts.close('a');
    expect(await asked).toMatchObject({ ok: false });
    expect(verdicts.awaited('a')).toBeNull();
  });

  it('keep nobody waiting when a hand-over ends without a word', async () => {
    verdicts.expect('b');
    const asked = verdicts.awaited('b');
    verdicts.close('b');
    expect(await asked).toEqual({ ok: true });
  });
});
