import { PassThrough } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Request } from 'express';
import { BodyTooLarge } from './http.errors';
import { readJson } from './json-body';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('a JSON body', () => {
  it('that is too large leaves nothing in memory while the client may still send', async () => {
    const request = Object.assign(new PassThrough(), { headers: {} });
    const reading = readJson(request as unknown as Request, 1000, () => Promise.resolve());
    const first = ((): WeakRef<Buffer> => {
      const chunk = Buffer.alloc(900, ' ');
      request.write(chunk);
      return new WeakRef(chunk);
    })();
    request.write(Buffer.alloc(900, ' '));
    await expect(reading).rejects.toThrow(BodyTooLarge);
    await new Promise(setImmediate);
    collectGarbage();
    expect(first.deref()).toBeUndefined();
    expect(request.writable).toBe(true);
  });
});
