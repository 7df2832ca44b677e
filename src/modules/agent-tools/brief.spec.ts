import { BRIEF_BYTES, fitted, jsonBytes, nonEmpty } from './brief';

describe('fitted', () => {
  it('leaves a short reply unchanged', () => {
    const body = { items: [{ id: 1 }], next_cursor: null };
    expect(fitted(body, 'brief')).toBe(body);
  });

  it.each([
    ['a long text', { detail: 'x'.repeat(100_000) }],
    ['a long list', { items: Array.from({ length: 5_000 }, (_, id) => ({ id })) }],
    ['many long texts', { items: Array.from({ length: 500 }, () => '字'.repeat(300)) }],
    [
      'an object with many members',
      Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`name-${at}`, { at }])),
    ],
    ['long names', { ['n'.repeat(50_000)]: 1 }],
  ])('cuts %s', (_, body) => {
    const short = fitted(body, 'brief');
    expect(jsonBytes(short)).toBeLessThanOrEqual(BRIEF_BYTES);
    expect(short['shortened']).toEqual(expect.stringContaining('full'));
    expect(Object.keys(short).length).toBeGreaterThan(1);
  });

  it.each([
    ['brief', 10_000],
    ['full', 300_000],
  ])('cuts no character in half (%s)', (detail, length) => {
    for (const start of ['', 'x'])
      for (const body of [
        { text: start + '🦊'.repeat(length) },
        { [start + '🦊'.repeat(length)]: 1 },
      ])
        expect(JSON.stringify(fitted(body, detail))).not.toContain(String.raw`\ud83e`);
  });

  it('cuts nothing of what is asked for in full', () => {
    const body = { detail: 'x'.repeat(100_000) };
    expect(fitted(body, 'full')).toBe(body);
  });
});

it('only keeps the fields that say something', () => {
  expect(
    nonEmpty({ id: 'a', tags: [], settings: {}, seed: 0, error: null, text: '' }, 'id', 'tags'),
  ).toEqual({ id: 'a' });
  expect(nonEmpty({ seed: 0, settings: {}, error: null }, 'seed', 'settings', 'error')).toEqual({
    seed: 0,
  });
});
