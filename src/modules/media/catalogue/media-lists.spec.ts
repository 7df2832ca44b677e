import { describeWith } from '../../../../test/support/required-programs';
import { png, wav } from '../../../../test/support/media-samples';
import { anOutput, as, from, MediaTestApp } from '../../../../test/support/media-test-app';
import { type PostgresServer, startPostgres } from '../../../../test/support/postgres';
import { WriteGate } from '../../../platform/database/write-gate';
import { MediaDatasetEntity, MediaTagEntity } from '../entities/media-label.entities';
import { MediaIntake } from '../public/media-intake';

/** The assets of the suite, by name. */
const ASSETS = [
  {
    name: 'fox',
    ownerId: 'o1',
    prompt: 'a red fox in the snow',
    project: 'prj_1',
    characters: ['anna'],
  },
  {
    name: 'cat',
    ownerId: 'o1',
    prompt: 'Ein Kätzchen, schläft',
    project: null,
    characters: ['anna', 'ben'],
  },
  { name: 'owl', ownerId: 'o2', prompt: 'a red owl', project: 'prj_1', characters: [] },
  { name: 'лиса', ownerId: 'o2', prompt: 'рыжая Лиса', project: null, characters: [] },
];

function listSuite(database: () => string | undefined): void {
  let testApp: MediaTestApp;
  const paths = new Map<string, string>();

  beforeAll(async () => {
    const databaseUrl = database();
    testApp = await MediaTestApp.open(databaseUrl === undefined ? {} : { databaseUrl });
    const picture = await png();
    for (const { name, ownerId, prompt, project, characters } of ASSETS) {
      const labels = { ...anOutput().labels, prompt, project, characters };
      const output = anOutput({ namePrefix: name, ownerId, labels });
      const kept = await testApp.app.get(MediaIntake).storeOutput(output, from(picture));
      paths.set(name, kept!.path);
    }
    const { body } = await testApp.upload(wav(), {
      name: 'rain.wav',
      fields: { description: 'falling' },
    });
    paths.set('rain', body.path);
    await testApp.app.get(WriteGate).run(async (tx) => {
      await tx.insert(MediaTagEntity, [
        tagged('fox', 'best'),
        tagged('owl', 'best'),
        tagged('owl', 'dark'),
      ]);
      await tx.insert(MediaDatasetEntity, { dataset: 'faces', path: paths.get('cat')! });
    });
  });
  afterAll(() => testApp.close());

  const tagged = (name: string, tag: string) => ({ tag, path: paths.get(name)! });
  const list = async (query = '', who?: string) =>
    (await testApp.get(`/api/media${query}`, who === undefined ? {} : as(who))).body;
  const names = async (query = '', who?: string): Promise<string[]> => {
    const { items } = await list(query, who);
    const byPath = new Map([...paths].map(([name, path]) => [path, name]));
    return items.map(({ path }) => byPath.get(path) ?? path);
  };

  it('lists everything to an admin, newest first', async () => {
    expect(await names()).toEqual(['rain', 'лиса', 'owl', 'cat', 'fox']);
  });

  it('lists their own assets to other callers', async () => {
    expect(await names('', 'o1')).toEqual(['cat', 'fox']);
    expect(await names('?owner=o2', 'o1')).toEqual([]);
    expect(await names('', 'o3')).toEqual([]);
    expect((await list('?with_total=true', 'o1')).total).toBe(2);
    expect((await list('', 'o1')).items[0]).not.toHaveProperty('owner');
  });

  it.each([
    ['?type=audio', ['rain']],
    ['?type=image&project=prj_1', ['owl', 'fox']],
    ['?tag=best', ['owl', 'fox']],
    ['?tag=dark', ['owl']],
    ['?tag=none', []],
    ['?character=anna', ['cat', 'fox']],
    ['?character=anna&tag=best', ['fox']],
    ['?dataset=faces', ['cat']],
    ['?owner=o2', ['лиса', 'owl']],
    ['?prompt_id=none', []],
    ['?q=red', ['owl', 'fox']],
    ['?q=RED+sno', ['fox']],
    ['?q=katzchen', ['cat']],
    ['?q=Kätzch', ['cat']],
    ['?q=лис', ['лиса']],
    ['?q=falling', ['rain']],
    ['?q=rain', ['rain']],
    ['?q=ed', []],
    ['?q=red+cat', []],
    ['?q=%22*%20OR%20NEAR(', []],
    ['?q=%27%3B%20DROP%20TABLE', []],
    ['?q=%26%7C!', []],
    ['?q=red&tag=best&project=prj_1&owner=o1', ['fox']],
  ])('narrows by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
    expect((await list(`${query}&with_total=true`)).total).toBe(expected.length);
  });

  it('shows what each asset carries', async () => {
    const { items } = await list('?tag=best');
    expect(items).toMatchObject([
      { name: 'owl.png', tags: ['best', 'dark'], character_ids: [], owner: 'o2' },
      { name: 'fox.png', tags: ['best'], character_ids: ['anna'], owner: 'o1' },
    ]);
  });

  it('counts what matches', async () => {
    expect((await list()).facets).toBeUndefined();
    const { facets } = await list('?facets=true&limit=1');
    expect(facets).toEqual({
      type: [
        { value: 'image', count: 4 },
        { value: 'audio', count: 1 },
      ],
      project: [{ value: 'prj_1', count: 2 }],
      tag: [
        { value: 'best', count: 2 },
        { value: 'dark', count: 1 },
      ],
      character: [
        { value: 'anna', count: 2 },
        { value: 'ben', count: 1 },
      ],
    });
    const ownList = await list('?facets=true&q=fox', 'o1');
    expect(ownList.facets).toMatchObject({
      type: [{ value: 'image', count: 1 }],
      tag: [{ value: 'best', count: 1 }],
    });
    expect((await list('?facets=true', 'o3')).facets).toEqual({
      type: [],
      project: [],
      tag: [],
      character: [],
    });
  });

  it('pages through all, each once, while newer ones are added', async () => {
    const seen: string[] = [];
    let query = '?limit=2';
    for (;;) {
      const page = await list(query);
      seen.push(...page.items.map(({ path }) => path));
      if (page.next_cursor === null) break;
      query = `?limit=2&cursor=${page.next_cursor}`;
      const { body } = await testApp.upload(await png());
      paths.set(`new ${seen.length}`, body.path);
    }
    expect(seen).toEqual(['rain', 'лиса', 'owl', 'cat', 'fox'].map((name) => paths.get(name)));
    for (const [name, path] of paths)
      if (name.startsWith('new')) {
        await testApp.delete(`/api/media/${path}`);
        paths.delete(name);
      }
  });

  it.each([
    ['?limit=0', 'limit', 'greater_than_equal'],
    ['?type=text', 'type', 'enum'],
    ['?facets=1', 'facets', 'bool_type'],
    ['?tag=', 'tag', 'string_too_short'],
    ['?q=a&q=b', 'q', 'string_type'],
    ['?cursor=abc', 'cursor', 'value_error'],
    ['?q=%00', 'q', 'value_error'],
  ])('refuses %s', async (query, field, type) => {
    const { status, body } = await testApp.get(`/api/media${query}`);
    expect({ status, ...body }).toMatchObject({
      status: 422,
      detail: [{ loc: ['query', field], type }],
    });
  });

  it('finds nothing of what is deleted', async () => {
    const { body } = await testApp.upload(await png(), { fields: { description: 'ephemeral' } });
    expect((await list('?q=ephemeral')).items).toHaveLength(1);
    await testApp.delete(`/api/media/${body.path}`);
    expect((await list('?q=ephemeral&with_total=true')).total).toBe(0);
  });
}

describe('media lists on SQLite', () => {
  listSuite(() => undefined);
});

describeWith('postgres', 'media lists on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  listSuite(() => server.createDatabase('media'));
});
