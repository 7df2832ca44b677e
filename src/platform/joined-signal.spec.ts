import { entriesOf } from '../../test/support/signal-entries';
import { joinSignals } from './joined-signal';

const count = ({ signal }: AbortController): number => entriesOf(signal);

describe('joined signals', () => {
  const sources = (): readonly [AbortController, AbortController] => [
    new AbortController(),
    new AbortController(),
  ];

  it('are aborted with the first of their sources, for its reason', () => {
    const [one, other] = sources();
    const { signal } = joinSignals(one.signal, other.signal);
    expect(signal.aborted).toBe(false);
    other.abort('first');
    one.abort('second');
    expect(signal).toMatchObject({ aborted: true, reason: 'first' });
  });

  it('are aborted from the beginning if a source is', () => {
    const [one, other] = sources();
    other.abort('before');
    const { signal } = joinSignals(one.signal, other.signal);
    one.abort('after');
    expect(signal).toMatchObject({ aborted: true, reason: 'before' });
  });

  it('leave nothing in their sources once they are released', () => {
    const [one, other] = sources();
    const { signal, release } = joinSignals(one.signal, other.signal);
    expect([count(one), count(other)]).toEqual([1, 1]);
    release();
    expect([count(one), count(other)]).toEqual([0, 0]);
    one.abort();
    expect(signal.aborted).toBe(false);
  });
});
