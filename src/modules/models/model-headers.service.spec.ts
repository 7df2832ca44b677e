import { ManualClock } from '../../../test/support/manual-clock';
import { type Caller, UNRESTRICTED } from '../../platform/access/caller';
import { requestContext } from '../../platform/http/request-context';
import type { NodeAccess } from '../providers/public/node-access';
import { fileOnNodes, ModelHeadersService } from './model-headers.service';

const callerOf = (ownerId: string): Caller => ({ ...UNRESTRICTED, ownerId, isAdmin: false });
const ANN = callerOf('ann');
const BEN = callerOf('ben');

describe('headers of model files', () => {
  /** `provider/name` of each header that was asked for. */
  let asked: string[];
  let held: (() => void)[];
  let clock: ManualClock;

  const headersOf = (answer: (provider: string, name: string) => Promise<unknown>) => {
    const modelMetadata = (provider: string, _: string, name: string) => {
      asked.push(`${provider}/${name}`);
      return answer(provider, name);
    };
    return new ModelHeadersService({ modelMetadata } as unknown as NodeAccess, clock);
  };
  const hold = () => new Promise((resolve) => held.push(() => resolve({})));
  const filesNamed = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => fileOnNodes('a', 'loras', `${name}${at}`));
  const settle = () => new Promise(setImmediate);

  beforeEach(() => {
    asked = [];
    held = [];
    clock = new ManualClock();
  });

  it('leave slots to other callers, and are read no longer than their request waits', async () => {
    const headers = headersOf(hold);
    const ofAnn = headers.load(ANN, filesNamed('ann', 20));
    const ofBen = headers.load(BEN, filesNamed('ben', 2));
    await settle();
    expect(asked).toEqual(['ann0', 'ann1', 'ann2', 'ann3', 'ben0', 'ben1'].map((n) => `a/${n}`));
    await clock.advance(3_000);
    expect(await Promise.all([ofAnn, ofBen])).toEqual([20, 2]);
    for (const answer of held) answer();
    await settle();
    expect(asked).toHaveLength(6);
    expect(await headers.load(BEN, filesNamed('ben', 2))).toBe(0);
  });

  it('are read no longer than the client is there', async () => {
    const headers = headersOf(hold);
    const gone = new AbortController();
    const context = { requestId: '', owner: '', clientGone: () => gone.signal };
    const load = () => headers.load(ANN, filesNamed('ann', 20));
    const loaded = requestContext.run(context, load);
    await settle();
    gone.abort(new Error('gone'));
    for (const answer of held) answer();
    expect(await loaded).toBe(16);
    expect(asked).toHaveLength(4);
  });

  it('are read for at most 2,000 files of a request', async () => {
    const headers = headersOf(() => Promise.resolve({}));
    const files = filesNamed('x', 3_000);
    expect(await headers.load(ANN, files)).toBe(1_000);
    expect(asked).toHaveLength(2_000);
    expect(await headers.load(ANN, files)).toBe(0);
    expect(asked).toHaveLength(3_000);
  });

  it('are asked of the next node when one fails, in the spelling that all nodes understand', async () => {
    const headers = headersOf((provider) =>
      provider === 'a'
        ? Promise.reject(new Error('away'))
        : Promise.resolve({ 'modelspec.title': 'Mira' }),
    );
    const file = fileOnNodes('a', 'loras', 'people\\mira');
    file.providers.push('b', 'c');
    expect(await headers.load(ANN, [file])).toBe(0);
    expect(asked).toEqual(['a/people\\mira', 'b/people/mira']);
    expect(headers.cached(file).title).toBe('Mira');
  });

  it('that no node tells are not asked for again at once', async () => {
    const headers = headersOf(() => Promise.reject(new Error('broken')));
    const file = fileOnNodes('a', 'loras', 'x');
    file.providers.push('b', 'c', 'd', 'e');
    expect(await headers.load(ANN, [file])).toBe(0);
    expect(await headers.load(BEN, [file])).toBe(0);
    expect(asked).toEqual(['a/x', 'b/x', 'c/x']);
  });
});
