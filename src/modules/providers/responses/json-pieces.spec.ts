import { SeededRandom } from '../../../../test/support/seeded-random';
import { type ByteChunks, membersInPieces, parseInPieces, readInPieces } from './json-pieces';
import { JsonScanner, JsonTooComplex } from './json-scanner';

const TEXTS = ['', 'a', '__proto__', '0', '"', '\\', '🦊', '{"', '],[', 'NaN', 'x'.repeat(40)];

function randomValue(random: SeededRandom, depth: number): unknown {
  const kind = random.below(depth > 5 ? 3 : 5);
  if (kind === 0) return random.pick(TEXTS);
  if (kind === 1) return random.below(1000) / 8;
  if (kind === 2) return random.pick([true, false, null]);
  const members = Array.from({ length: random.below(6) }, () => randomValue(random, depth + 1));
  if (kind === 3) return members;
  return Object.fromEntries(members.map((member) => [random.pick(TEXTS), member]));
}

/** The text in chunks that break anywhere, also inside of characters and escape sequences. */
function* chunksOf(text: string, size: number): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (text: string, pieceBytes = 8): Promise<unknown> =>
  readInPieces(chunksOf(text, 5), pieceBytes).then(({ value }) => value);

async function membersOf(chunks: ByteChunks): Promise<Record<string, unknown>> {
  const members: [string, unknown][] = [];
  for await (const [key, value] of membersInPieces(chunks, 8)) members.push([key, value]);
  return Object.fromEntries(members);
}

describe('JSON in pieces', () => {
  it('is read as JSON.parse reads it, wherever it is cut', async () => {
    const random = SeededRandom.for('JSON in pieces');
    for (let round = 0; round < 300; round += 1) {
      const value = { a: randomValue(random, 0), b: randomValue(random, 0) };
      const text = JSON.stringify(value, null, random.below(2));
      const [chunkBytes, pieceBytes] = [1 + random.below(9), 1 + random.below(40)];
      const whole = await readInPieces(chunksOf(text, chunkBytes), pieceBytes);
      expect(whole.value).toEqual(JSON.parse(text));
      expect(await membersOf(chunksOf(text, chunkBytes))).toEqual(JSON.parse(text));
    }
  });

  it.each([
    '{"a": 1, "aaaaaaaa": 1, "a": 2, "b": 1, "a": 3}',
    '{"a": {"b": [1, 2, 3, 4, 5], "b": 5}, "c": 1}',
    '{"a": {"b": [1, 2, 3, 4, 5], "b": null}, "c": 1}',
    '{"a": [1, 2, 3, 4], "a": [5, 6, 7, 8], "b": 1}',
    '{"a": [1, 2, 3, 4], "a": {"b": 1, "c": 2, "d": 3}, "e": 1}',
  ])('takes the last one of equal keys, as JSON.parse does: %s', async (text) => {
    expect(await read(text)).toEqual(JSON.parse(text));
    expect(await membersOf(chunksOf(text, 5))).toEqual(JSON.parse(text));
  });

  it('repeats no key of the document in the pieces', () => {
    const key = 'k'.repeat(10_000);
    const text = `{"${key}": {"${key}": [${'1, '.repeat(5_000)}1]}}`;
    const scanner = new JsonScanner(Number.POSITIVE_INFINITY, 100);
    const pieces = [...scanner.push(Buffer.from(text)), scanner.end()];
    expect(pieces.length).toBeGreaterThan(100);
    expect(pieces.filter((piece) => piece.text.includes(key))).toHaveLength(1);
  });

  it.each([
    '',
    '{"a": [1, 2',
    '{"a": [1, 2, 3, 4}, "b": 1}',
    '[1, 2, 3, 4, ]',
    '[1, 2, 3, 4]]',
    '{"aaaaaaaa": 1}, {"b": 1}',
    '[1, 2, 3, 4, x]',
    '{"a": "xxxxxxxxxxx, 1',
    '<html>, 1, 2, 3, 4',
  ])('refuses %j', async (text) => {
    await expect(read(text)).rejects.toThrow(SyntaxError);
    await expect(membersOf(chunksOf(text, 5))).rejects.toThrow(SyntaxError);
  });

  it.each(['[1, 2, 3, 4, 5, 6, 7]', '"a, b, c, d, e"', '5', 'null'])(
    'has no members in %s',
    async (text) => {
      expect(await read(text)).toEqual(JSON.parse(text));
      await expect(membersOf(chunksOf(text, 5))).rejects.toThrow(SyntaxError);
    },
  );

  it('tells whether it holds NaN or Infinity, which become null', async () => {
    const text = '{"a": NaN, "b": [1, -Infinity, "NaN"]}';
    const value = { a: null, b: [1, null, 'NaN'] };
    expect(await readInPieces(chunksOf(text, 5), 8)).toEqual({ value, isStrict: false });
    expect(await readInPieces(chunksOf('["NaN, Infinity"]', 5), 8)).toMatchObject({
      isStrict: true,
    });
  });

  it.each([
    ['a hundred lists in each other', '['.repeat(101), 'nested too deeply'],
    ['five million values', '[],'.repeat(2_500_001).replace(/^/, '['), '5000000 values'],
    ['a text of 16 MiB', `["${'x'.repeat(16 * 1024 * 1024)}"]`, 'too long'],
  ])('refuses more than %s', async (_, text, message) => {
    const reading = parseInPieces(chunksOf(text, 65_536));
    await expect(reading).rejects.toThrow(JsonTooComplex);
    await expect(reading).rejects.toThrow(message);
  });

  it('refuses members of more than 500,000 values, but not as many in all', async () => {
    const list = (length: number): string => `[${'0,'.repeat(length - 1)}0]`;
    const keysOf = async (text: string): Promise<string[]> => {
      const keys: string[] = [];
      for await (const [key] of membersInPieces(chunksOf(text, 65_536))) keys.push(key);
      return keys;
    };
    expect(await keysOf(`{"a":${list(300_000)},"b":${list(300_000)}}`)).toEqual(['a', 'b']);
    const reading = keysOf(`{"a":${list(500_001)}}`);
    await expect(reading).rejects.toThrow(JsonTooComplex);
    await expect(reading).rejects.toThrow('one of its members holds more than 500000 values');
  });

  it('lets other work continue while it is read', async () => {
    const entry = { prompt: [1, 'id', { 1: { class_type: 'X', inputs: { a: [1, 2, 3] } } }] };
    const bytes = Buffer.from(JSON.stringify(Array.from({ length: 150_000 }, () => entry)));
    let turns = 0;
    let isDone = false;
    const count = (): void => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const value = await parseInPieces([bytes]);
    isDone = true;
    expect(value).toHaveLength(150_000);
    expect(turns).toBeGreaterThanOrEqual(bytes.length / (256 * 1024) - 1);
  });
});
