import { type LibraryClient, type MediaPage, type MediaRecord, sha256Of } from './library-client';

/** Media that are asked for one by one. */
const SAMPLE = 12;

interface MediaDays {
  readonly days: readonly { readonly day: string; readonly count: number }[];
}
interface DuplicateGroups {
  readonly items: readonly { readonly media: readonly MediaRecord[] }[];
}

/** Every medium of `live` has the word "of" in its description: totals, facets, days and searches count what pages list. */
export async function expectCounts(
  client: LibraryClient,
  live: readonly MediaRecord[],
): Promise<void> {
  const counts = 'limit=1&with_total=true&facets=true';
  const { facets, total } = await client.get<MediaPage>(`/api/media?${counts}`);
  const { days } = await client.get<MediaDays>('/api/media/buckets?tz=UTC');
  expect(total).toBe(live.length);
  expect(new Map(days.map(({ day, count }) => [day, count]))).toEqual(
    counted(live.map(({ created_at }) => created_at.slice(0, 10))),
  );
  const expected = {
    type: counted(live.map(({ type }) => type)),
    tag: counted(live.flatMap(({ tags }) => tags)),
    rating: counted(live.map(({ rating }) => String(rating))),
  };
  for (const [kind, values] of Object.entries(expected)) {
    const actual = new Map(facets[kind]?.map(({ value, count }) => [value, count]));
    expect([kind, actual]).toEqual([kind, values]);
  }
  for (const tag of expected.tag.keys()) {
    const tagged = live.filter(({ tags }) => tags.includes(tag));
    expect(pathsOf(await client.list(`tag=${tag}`))).toEqual(pathsOf(tagged));
    expect(await client.total(`q=of&tag=${tag}`)).toBe(tagged.length);
  }
  const favourites = live.filter(({ favourite }) => favourite);
  expect(await client.total('favourite=true')).toBe(favourites.length);
  expect(pathsOf(await client.list('q=of'))).toEqual(pathsOf(live));
}

/** Only live media look alike. What is in the trash or purged is not answered by its path. */
export async function expectHidden(
  client: LibraryClient,
  live: readonly MediaRecord[],
  { trash, purged }: { readonly trash: readonly MediaRecord[]; readonly purged: readonly string[] },
): Promise<void> {
  const { items: groups } = await client.get<DuplicateGroups>('/api/media/duplicates');
  const alike = groups.flatMap(({ media }) => media);
  for (const { path } of live.slice(0, SAMPLE)) {
    const url = `/api/media/${path}/similar?limit=100`;
    alike.push(...(await client.get<{ items: MediaRecord[] }>(url)).items);
  }
  expect(pathsOf(live)).toEqual(expect.arrayContaining(pathsOf(alike)));
  const hidden = [
    ...pathsOf(trash).slice(-SAMPLE),
    ...purged.slice(-SAMPLE).map((path) => `${path}?trashed=true`),
  ];
  for (const path of hidden)
    for (const url of [`/api/media/${path}`, `/media/${path}`])
      expect([url, await client.status(url)]).toEqual([url, 404]);
}

/** Each record is answered by its path, with its bytes and a thumbnail. */
export async function expectServed(
  client: LibraryClient,
  records: readonly MediaRecord[],
): Promise<void> {
  for (const { path, sha256, url, thumbnail_url } of records) {
    const record = await client.get<MediaRecord>(`/api/media/${path}?trashed=true`);
    expect(record).toMatchObject({ path, sha256 });
    expect(sha256Of(await client.bytes(url))).toBe(sha256);
    const thumbnail = await client.bytes(thumbnail_url);
    expect(thumbnail.toString('latin1', 8, 12)).toBe('WEBP');
  }
}

/** In the order of the alphabet. */
export const pathsOf = (records: readonly { readonly path: string }[]): string[] =>
  records.map(({ path }) => path).sort();

/** How often each value is there. */
function counted(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
