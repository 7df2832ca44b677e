import { describeWith } from '../../../../test/support/required-programs';
import { png, wav } from '../../../../test/support/media-samples';
import { anOutput, as, from, MediaTestApp } from '../../../../test/support/media-test-app';
import { type PostgresServer, startPostgres } from '../../../../test/support/postgres';
import { WriteGate } from '../../../platform/database/write-gate';
import { MediaAssetEntity } from '../entities/media-asset.entity';
import type { MediaChange } from '../index/media-counts.repository';
import type { MediaItem } from '../index/media-item';
import { MediaIntake } from '../public/media-intake';
import { MediaItemsRepository } from './media-items.repository';
import { MediaRepository } from './media.repository';

/** The assets of the suite, by name. */
const ASSETS = [
  {
    name: 'fox',
    ownerId: 'o1',
    prompt: 'a red fox in the snow',
    project: 'prj_1',
    characters: ['anna'],
    provenance: { models: ['base.safetensors'], loras: ['fur.safetensors'], seed: 7, madeFrom: [] },
  },
  {
    name: 'cat',
    ownerId: 'o1',
    prompt: 'Ein Kätzchen, schläft, photorealistic',
    project: null,
    characters: ['anna', 'ben'],
  },
  { name: 'owl', ownerId: 'o2', prompt: 'a red owl', project: 'prj_1', characters: [] },
  {
    name: 'лиса',
    ownerId: 'o2',
    prompt: 'рыжая Лиса 一只红色的狐狸',
    project: null,
    characters: [],
  },
];

function listSuite(database: () => string | undefined): void {
  let testApp: MediaTestApp;
  const paths = new Map<string, string>();

  beforeAll(async () => {
    const databaseUrl = database();
    testApp = await MediaTestApp.open(databaseUrl === undefined ? {} : { databaseUrl });
    const picture = await png();
    for (const { name, ownerId, prompt, project, characters, provenance } of ASSETS) {
      const labels = { ...anOutput().labels, prompt, project, characters };
      const output = anOutput({
        namePrefix: name,
        ownerId,
        labels,
        ...(provenance ? { provenance } : {}),
      });
      const kept = await testApp.app.get(MediaIntake).storeOutput(output, from(picture));
      paths.set(name, kept!.path);
    }
    const { body } = await testApp.upload(wav(), {
      name: 'rain.wav',
      fields: { description: 'falling' },
    });
    paths.set('rain', body.path);
    await change('fox', { tags: ['best'], rating: 3, favourite: true });
    await change('owl', { tags: ['dark', 'best'], rating: 5 });
  });
  const change = (name: string, metadata: object, who?: string) =>
    testApp.send(
      'PATCH',
      `/api/media/${paths.get(name)!}/metadata`,
      metadata,
      who === undefined ? {} : as(who),
    );
  afterAll(() => testApp.close());

  const pathOf = (name: string): string => paths.get(name)!;
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
    ['?tag=best&tag=dark', ['owl']],
    ['?tag=best&not_tag=dark', ['fox']],
    ['?tag=none', []],
    ['?tag=Best', []],
    ['?untagged=true', ['rain', 'лиса', 'cat']],
    ['?untagged=true&type=image', ['лиса', 'cat']],
    ['?character=anna', ['cat', 'fox']],
    ['?character=anna&tag=best', ['fox']],
    ['?no_character=true', ['rain', 'лиса', 'owl']],
    ['?owner=o2', ['лиса', 'owl']],
    ['?prompt_id=none', []],
    ['?model=base.safetensors', ['fox']],
    ['?lora=fur.safetensors', ['fox']],
    ['?seed=7', ['fox']],
    ['?workflow=sdxl-t2i', ['лиса', 'owl', 'cat', 'fox']],
    ['?provider=simulator&source=generated&q=owl', ['owl']],
    ['?source=uploaded', ['rain']],
    ['?min_rating=3', ['owl', 'fox']],
    ['?min_rating=4', ['owl']],
    ['?min_rating=0&type=audio', ['rain']],
    ['?favourite=true', ['fox']],
    ['?favourite=false&tag=best', ['owl']],
    ['?trashed=true', []],
    ['?created_after=2020-01-01T00:00:00Z&type=audio', ['rain']],
    ['?created_before=2020-01-01T00:00:00Z', []],
    ['?created_before=9999-12-31T23:59:59Z&type=audio', ['rain']],
    ['?created_after=9999-12-31T23:59:59Z', []],
    ['?created_after=0001-01-01T00:00:00Z&type=audio', ['rain']],
    ['?q=+', ['rain', 'лиса', 'owl', 'cat', 'fox']],
    ['?q=red', ['owl', 'fox']],
    ['?q=RED+sno', ['fox']],
    ['?q=katzchen', ['cat']],
    ['?q=Kätzch', ['cat']],
    ['?q=лис', ['лиса']],
    ['?q=狐狸', ['лиса']],
    ['?q=红', ['лиса']],
    ['?q=falling', ['rain']],
    ['?q=rain', ['rain']],
    ['?q=best', ['owl', 'fox']],
    ['?q=anna', ['cat', 'fox']],
    ['?q=sdxl', ['лиса', 'owl', 'cat', 'fox']],
    ['?q=red+-snow', ['owl']],
    ['?q=-red+-cat', ['rain', 'лиса']],
    ['?q=%22red+fox%22', ['fox']],
    ['?q=%22fox+red%22', []],
    ['?q=%22red+fo%22', []],
    ['?q=-%22red+fox%22+red', ['owl']],
    ['?q=red-fox', ['fox']],
    ['?q=red-f', ['fox']],
    ['?q=red+-red-fo', ['owl']],
    ['?q=photoreal', ['cat']],
    ['?q=photoreax', []],
    ['?q=anna+-photo', ['fox']],
    ['?q=anna+-photoreal', ['fox']],
    ['?q=anna+-photoreax', ['cat', 'fox']],
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

  it.each([
    ['name', ['cat', 'fox', 'owl', 'rain', 'лиса']],
    ['name&q=red', ['fox', 'owl']],
    ['rating&tag=best', ['owl', 'fox']],
    ['size', ['rain']],
  ])('orders by %s', async (sort, expected) => {
    const all = await names(`?sort=${sort}`);
    expect(all.slice(0, expected.length)).toEqual(expected);
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const page = await list(`?sort=${sort}&limit=1${next}`);
      seen.push(...page.items.map(({ path }) => path));
      next = page.next_cursor === null ? null : `&cursor=${page.next_cursor}`;
    }
    expect(seen).toEqual(all.map(pathOf));
  });

  it('answers short records with view=tile', async () => {
    // Makes the placeholder, should the intake have had no time for it.
    await fetch(`${testApp.url}/media/${paths.get('owl')!}?thumbnail=512`);
    const { items } = await list('?tag=dark&view=tile');
    expect(items).toEqual([
      {
        path: paths.get('owl'),
        name: 'owl.png',
        type: 'image',
        width: 24,
        height: 16,
        duration: null,
        favourite: false,
        rating: 5,
        placeholder: expect.any(String),
        created_at: expect.any(String),
        thumbnail_url: `/media/${paths.get('owl')!}?thumbnail=512`,
        alt: 'a red owl',
      },
    ]);
  });

  it('answers the page around an asset, and its index', async () => {
    const page = await list(`?around=${paths.get('owl')!}&limit=3`);
    expect(page.items.map(({ path }) => path)).toEqual(['лиса', 'owl', 'cat'].map(pathOf));
    expect(page.index).toBe(2);
    const next = await list(`?cursor=${page.next_cursor!}`);
    expect(next.items.map(({ path }) => path)).toEqual([pathOf('fox')]);
    const other = await list(`?around=${paths.get('rain')!}&limit=2&tag=best`);
    expect(other).toMatchObject({ index: null, items: [{ name: 'owl.png' }, { name: 'fox.png' }] });
    const foreign = await list(`?around=${paths.get('owl')!}`, 'o1');
    expect(foreign).toMatchObject({ index: null, items: [{ name: 'cat.png' }, {}] });
  });

  it('counts by day', async () => {
    const today = { day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) };
    const { body } = await testApp.get('/api/media/buckets?tz=Asia/Kathmandu');
    expect(body).toEqual({ days: [{ ...today, count: 5 }], capped: false });
    const filtered = await testApp.get('/api/media/buckets?tag=best', as('o1'));
    expect(filtered.body).toEqual({ days: [{ ...today, count: 1 }], capped: false });
    const wrong = await testApp.get('/api/media/buckets?tz=Nowhere');
    expect(wrong).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'tz'] }] } });
  });

  it('lays out all matches', async () => {
    const layout = await testApp.get('/api/media/layout');
    expect(layout.body).toEqual({
      rev: expect.stringMatching(/^\d+$/),
      days: [{ day: expect.any(String), count: 5 }],
      ratios: [100, 150, 150, 150, 150],
      cursors: [''],
      capped: false,
    });
    expect(await list('?cursor=')).toEqual(await list());
    await change('owl', { description: 'hoots' });
    const changed = await testApp.get('/api/media/layout?tag=best');
    expect(changed.body).toMatchObject({ ratios: [150, 150] });
    expect(changed.body).not.toMatchObject({ rev: (layout.body as { rev?: string }).rev });
  });

  it('changes only the sent fields of metadata', async () => {
    const { body } = await change('cat', { tags: ['b', 'a', 'b'], rating: 2 }, 'o1');
    expect(body).toMatchObject({ tags: ['a', 'b'], rating: 2, character_ids: ['anna', 'ben'] });
    await change('cat', { description: 'asleep', character_ids: ['ben'] }, 'o1');
    expect(await names('?q=asleep&tag=a&character=ben')).toEqual(['cat']);
    expect(await names('?character=anna')).toEqual(['fox']);
    const reset = { description: null, tags: null, rating: null, character_ids: ['anna', 'ben'] };
    expect((await change('cat', reset, 'o1')).body).toMatchObject({
      description: '',
      tags: [],
      rating: 0,
      favourite: false,
      character_ids: ['anna', 'ben'],
    });
    expect(await change('cat', { rating: 1 }, 'o2')).toMatchObject({
      status: 404,
      body: { code: 'media_not_found' },
    });
    expect(await change('cat', { rating: 6, tags: [''], title: 'x' })).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['body', 'tags', 0] },
          { loc: ['body', 'rating'] },
          { loc: ['body', 'title'] },
        ],
      },
    });
  });

  it('keeps changes of different fields that are made at once', async () => {
    const changes = [{ rating: 1 }, { favourite: true }, { description: 'x' }, { tags: ['t'] }];
    await Promise.all(changes.map((metadata) => change('rain', metadata)));
    const { items } = await list('?tag=t');
    expect(items).toMatchObject([{ rating: 1, favourite: true, description: 'x', tags: ['t'] }]);
    await change('rain', { rating: 0, favourite: false, description: 'falling', tags: [] });
  });

  it.each(['ES', '%C3%AAst'])('finds tags in use by %s', async (q) => {
    const { body } = await testApp.get(`/api/media/tags?q=${q}`);
    expect(body).toEqual({ items: [{ value: 'best', count: 2 }], next_cursor: null });
    expect((await testApp.get('/api/media/tags', as('o1'))).body.items).toHaveLength(1);
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
      workflow: [{ value: 'sdxl-t2i', count: 4 }],
      model: [{ value: 'base.safetensors', count: 1 }],
      lora: [{ value: 'fur.safetensors', count: 1 }],
      rating: [
        { value: '0', count: 3 },
        { value: '3', count: 1 },
        { value: '5', count: 1 },
      ],
      capped: false,
    });
    // A filter that matches everything: counted from the matches, not from the kept counts.
    expect((await list('?facets=true&created_after=2020-01-01T00:00:00Z')).facets).toEqual(facets);
    const ownList = await list('?facets=true&q=fox', 'o1');
    expect(ownList.facets).toMatchObject({
      type: [{ value: 'image', count: 1 }],
      tag: [{ value: 'best', count: 1 }],
    });
    const none = Object.keys(facets!).map((kind) => [kind, kind === 'capped' ? false : []]);
    expect((await list('?facets=true', 'o3')).facets).toEqual(Object.fromEntries(none));
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
    ['?tag=', 0, 'string_too_short'],
    ['?sort=random', 'sort', 'enum'],
    ['?min_rating=6', 'min_rating', 'less_than_equal'],
    ['?created_after=yesterday', 'created_after', 'value_error'],
    ['?sort=name&cursor=WzEsImNyZWF0ZWRfYXQgYSJd', 'cursor', 'value_error'],
    ['?q=a&q=b', 'q', 'string_type'],
    ['?cursor=abc', 'cursor', 'value_error'],
    ['?q=%00', 'q', 'value_error'],
  ])('refuses %s', async (query, field, type) => {
    const { status, body } = await testApp.get(`/api/media${query}`);
    expect({ status, ...body }).toMatchObject({
      status: 422,
      detail: [{ loc: expect.arrayContaining(['query', field]), type }],
    });
  });

  it('finds nothing of what is deleted', async () => {
    const fields = { description: 'ephemeral gnat' };
    const { path } = (await testApp.upload(await png(7, 7), { fields })).body;
    const searches = ['ephemeral', 'gnat', 'gnat+-owl', 'gnat&trashed=true'];
    const found = async () => Promise.all(searches.map(async (q) => names(`?q=${q}`)));
    expect(await found()).toEqual([[path], [path], [path], []]);
    await testApp.delete(`/api/media/${path}`);
    expect(await found()).toEqual([[], [], [], [path]]);
  });

  it('looks up the owners of more paths than a statement has parameters', async () => {
    const absent = Array.from({ length: 70_000 }, (_, at) => `absent-${at}.png`);
    const owners = await testApp.app.get(MediaRepository).owners([...absent, pathOf('fox')]);
    expect([...owners]).toEqual([[pathOf('fox'), 'o1']]);
  });

  it('writes more labels at once than a statement has parameters', async () => {
    const items = testApp.app.get(MediaItemsRepository);
    const gate = testApp.app.get(WriteGate);
    const [fox] = await gate.run(async (tx) =>
      items.load(tx, await tx.findBy(MediaAssetEntity, { path: pathOf('fox') })),
    );
    const tagged = Array.from({ length: 220 }, (_, at): MediaItem => {
      const asset = { ...fox!.asset, path: `many-${at}.png`, position: at + 1, owner_id: 'many' };
      const labels = Array.from({ length: 100 }, (_, tag) => ({
        kind: 'tag' as const,
        value: `${at} ${tag}`,
      }));
      return { ...fox!, asset: { ...asset, prompt_id: null }, labels };
    });
    const write = (changes: MediaChange[]) => gate.run((tx) => items.write(tx, 'many', changes));
    await write(tagged.map((after) => ({ before: null, after })));
    expect((await list('?tag=219%2099', 'many')).items).toMatchObject([{ path: 'many-219.png' }]);
    await write(tagged.map((before) => ({ before, after: null })));
    expect(await list('?with_total=true&facets=true', 'many')).toMatchObject({
      items: [],
      total: 0,
      facets: { tag: [] },
    });
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
