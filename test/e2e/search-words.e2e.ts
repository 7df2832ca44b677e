import { TestKinora } from '../support/kinora';

const words = (count: number): string => Array.from({ length: count }, (_, n) => `w${n}`).join(' ');
const TOO_MANY = { type: 'value_error', msg: expect.stringContaining('Send at most 20 words') };

describe('a search for more than twenty words', () => {
  let kinora: TestKinora;
  beforeAll(async () => {
    kinora = await TestKinora.start();
    await kinora.online();
  });
  afterAll(() => kinora.close());

  const search = (path: string, q: string) => kinora.get(`${path}?q=${encodeURIComponent(q)}`);

  it.each([
    ...['/api/media', '/api/media/layout', '/api/jobs', '/api/prompts', '/api/characters'],
    ...['/api/loras', '/api/models/checkpoints', '/api/voices'],
  ])('is refused by GET %s instead of reading only some of them', async (path) => {
    const { status, body } = await search(path, words(21));
    expect([status, body]).toMatchObject([422, { detail: [{ loc: ['query', 'q'], ...TOO_MANY }] }]);
    expect((await search(path, words(20))).status).not.toBe(422);
  });

  it('is refused in the filter of a collection and of a change', async () => {
    const filter = { q: words(21) };
    for (const [path, rest] of [
      ['/api/collections', { name: 'Many', kind: 'saved' }],
      ['/api/media/metadata', { add_tags: ['many'] }],
    ] as const) {
      const { status, body } = await kinora.post(path, { ...rest, filter });
      const detail = [{ loc: ['body', 'filter', 'q'], ...TOO_MANY }];
      expect([status, body]).toMatchObject([422, { detail }]);
    }
  });

  it('counts a phrase of media as one', async () => {
    expect((await search('/api/media', `"${words(40)}" -"${words(40)}"`)).status).toBe(200);
  });
});
