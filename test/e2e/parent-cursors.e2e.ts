import { encodeCursor, filterMark } from '../../src/platform/http/paging';
import { TestKinora } from '../support/kinora';
import { Story } from '../support/story';

interface Page {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

const REFUSED = { status: 422, body: { detail: [{ loc: ['query', 'cursor'] }] } };

describe('the cursor of a list below a parent', () => {
  let kinora: TestKinora;

  beforeAll(async () => {
    kinora = await TestKinora.start({
      training: { root: 'data' },
      webhooks: { allow_private: true },
    });
  });
  afterAll(() => kinora.close());

  const films = async (): Promise<readonly [first: Story, second: Story]> => {
    const caller = kinora.as(null);
    return [await Story.create(caller), await Story.create(caller)];
  };

  it('continues the list of this parent, and is refused below another one', async () => {
    const [film, other] = await films();
    for (const story of [film, other]) for (const number of [1, 2]) await story.scene(number);
    const { body } = await kinora.get<Page>(`${film.path}/scenes?limit=1`);
    const cursor = body.next_cursor ?? '';
    const next = await kinora.get<Page>(`${film.path}/scenes?cursor=${cursor}`);
    expect(next).toMatchObject({ status: 200, body: { next_cursor: null } });
    expect(next.body.items).toHaveLength(1);
    expect(await kinora.get(`${other.path}/scenes?cursor=${cursor}`)).toMatchObject(REFUSED);
  });

  it.each(['a', '1e999', 1.5, 1e300])('is refused if it ends at no number: %j', async (sort) => {
    const [film] = await films();
    const scene = await film.scene(1);
    for (const [list, parent] of [
      [`${film.path}/scenes`, film.id],
      [film.shotsPath(scene), scene],
    ] as const) {
      const cursor = encodeCursor({ sort, id: 'a' }, filterMark({}, parent));
      expect(await kinora.get(`${list}?cursor=${cursor}`)).toMatchObject(REFUSED);
    }
  });

  it('names its parent in every such list', async () => {
    const [film] = await films();
    const shots = film.shotsPath(await film.scene(1));
    const shot = await film.shot(shots.split('/').at(-2) ?? '');
    const dataset = { id: 'foxes', name: 'Foxes' };
    await kinora.post('/api/lora-training/datasets', dataset);
    const receiver = { url: 'http://127.0.0.1:9/', events: ['job'] };
    const { body: webhook } = await kinora.post<{ id: string }>('/api/webhooks', receiver);
    const lists = [
      `${film.path}/scenes`,
      shots,
      `${shots}/${shot}/takes`,
      `${film.path}/renders`,
      `${film.path}/generations`,
      '/api/lora-training/datasets/foxes/items',
      `/api/webhooks/${webhook.id}/deliveries`,
      '/api/models/checkpoints',
    ];
    const withoutParent = encodeCursor({ sort: 1, id: 'a' });
    for (const list of lists) {
      expect([list, await kinora.get(list)]).toMatchObject([list, { status: 200 }]);
      const answer = await kinora.get(`${list}?cursor=${withoutParent}`);
      expect([list, answer]).toMatchObject([list, REFUSED]);
    }
  });
});
