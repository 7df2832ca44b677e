import { UNRESTRICTED } from '../access/caller';
import type { ConfigService } from '../config/config.service';
import { StreamSlots, TooManyStreams } from './stream-slots';

const config = {
  current: () => ({ limits: { streams_per_caller: 8, waits_per_caller: 16 } }),
} as ConfigService;
const at = (ip: string) => ({ ip, socket: {} });
const KEY = { ...UNRESTRICTED, ownerId: 'owner', isAdmin: false };

describe('StreamSlots', () => {
  it('gives each key its streams, wherever they come from', () => {
    const slots = new StreamSlots(config);
    const release = slots.acquireStream(KEY, at('10.0.0.1'));
    for (let n = 2; n <= 8; n += 1) slots.acquireStream(KEY, at(`10.0.0.${n}`));
    expect(() => slots.acquireStream(KEY, at('10.0.0.9'))).toThrow(TooManyStreams);
    release();
    release();
    slots.acquireStream(KEY, at('10.0.0.9'));
    expect(() => slots.acquireStream(KEY, at('10.0.0.9'))).toThrow(TooManyStreams);
  });

  it('gives callers without a key 8 streams per address, and 64 together', () => {
    const slots = new StreamSlots(config);
    const releases = Array.from({ length: 64 }, (_, n) =>
      slots.acquireStream(UNRESTRICTED, at(`10.0.0.${Math.floor(n / 8)}`)),
    );
    expect(() => slots.acquireStream(UNRESTRICTED, at('10.0.0.0'))).toThrow(TooManyStreams);
    expect(() => slots.acquireStream(UNRESTRICTED, at('10.0.0.9'))).toThrow(TooManyStreams);
    slots.acquireStream(KEY, at('10.0.0.0'));
    releases[0]?.();
    slots.acquireStream(UNRESTRICTED, at('10.0.0.9'));
    expect(() => slots.acquireStream(UNRESTRICTED, at('10.0.0.0'))).toThrow(TooManyStreams);
  });
});
