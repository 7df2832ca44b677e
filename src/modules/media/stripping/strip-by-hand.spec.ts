import { box, moving, mp4 } from '../../../../test/support/media-samples';
import type { MediaFormat } from '../intake/media-kind';
import { bytesOf, type ReadableBytes } from '../public/readable-bytes';
import { stripped } from './strip';

const SECRET = Buffer.from('{"class_type":"KSampler","image":"staged-input.png"}');

async function clean(file: Buffer, format: MediaFormat): Promise<Buffer> {
  const pieces = await stripped(bytesOf(file), format);
  return Buffer.concat(
    (pieces ?? [{ from: 0, to: file.length }]).map((piece) =>
      'from' in piece ? file.subarray(piece.from, piece.to) : piece,
    ),
  );
}

/** The file with the secret's bytes zero, and these replaced. */
function hollowed(file: Buffer, ...replaced: readonly (readonly [string, string])[]): Buffer {
  const text = replaced.reduce(
    (so, [from, to]) => so.replace(from, to),
    file.toString('latin1').replaceAll(SECRET.toString('latin1'), '\0'.repeat(SECRET.length)),
  );
  return Buffer.from(text, 'latin1');
}

const u32 = (number: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
};
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('MP4', () => {
  /** A box with a size of 64 bits. */
  const longBox = (type: string, inside: Buffer): Buffer =>
    Buffer.concat([u32(1), latin(type), u32(0), u32(16 + inside.length), inside]);
  const XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

  it.each([
    ['in the index', box('moov', box('udta', SECRET)), 'udta'],
    ['in a track', box('moov', box('trak', box('meta', SECRET))), 'meta'],
    ['beside the index', box('meta', SECRET), 'meta'],
    ['of 64 bits', longBox('moov', longBox('udta', SECRET)), 'udta'],
    [
      'up to the end of the file',
      Buffer.concat([u32(0), latin('moov'), box('udta', SECRET)]),
      'udta',
    ],
    ['up to the end of its parent', box('moov', u32(0), latin('udta'), SECRET), 'udta'],
  ])('words %s become free', async (_, inside, type) => {
    const file = Buffer.concat([mp4(), inside]);
    expect(await clean(file, 'mp4')).toEqual(hollowed(file, [type, 'free']));
  });

  it('XMP goes, other uuid boxes stay', async () => {
    const other = box('uuid', Buffer.alloc(16, 7), Buffer.from('needed'));
    const file = Buffer.concat([mp4(), box('uuid', XMP, SECRET), other]);
    const expected = Buffer.concat([mp4(), box('free', Buffer.alloc(16 + SECRET.length)), other]);
    expect(await clean(file, 'mp4')).toEqual(expected);
  });

  it('a box that claims to be longer than its parent takes nothing beyond it', async () => {
    const lie = Buffer.concat([u32(2 ** 31), latin('udta'), SECRET]);
    const file = Buffer.concat([box('moov', lie), box('mdat', latin('udta pictures'))]);
    expect(await clean(file, 'mp4')).toEqual(hollowed(file, ['udta', 'free']));
  });

  it('cut off anywhere, words and all: no length changes, and no word stays once its box has begun', async () => {
    const file = Buffer.concat([mp4(), box('moov', box('udta', SECRET))]);
    for (let length = 0; length <= file.length; length += 1) {
      const cut = await clean(file.subarray(0, length), 'mp4');
      expect(cut.length).toBe(length);
      expect(cut.includes('{"class')).toBe(false);
    }
  });

  it('words in pictures, or in boxes nested without end, are nobody’s', async () => {
    const deep = Array.from({ length: 1000 }).reduce<Buffer>((so) => box('trak', so), SECRET);
    for (const file of [box('mdat', box('udta', SECRET)), box('moov', deep), box('moov', u32(3))])
      expect(await stripped(bytesOf(file), 'mp4')).toBeNull();
  });

  it('of gigabytes it reads the heads of boxes', async () => {
    const index = box('moov', box('udta', SECRET));
    const size = 8 * 2 ** 30;
    const tail = size - index.length;
    const mdat = Buffer.concat([u32(1), latin('mdat'), u32(1), u32(tail - 2 ** 32)]);
    let taken = 0;
    const source: ReadableBytes = {
      size,
      read: (offset, length) => {
        taken += length;
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
        if (offset === 0) mdat.copy(bytes);
        if (offset >= tail) index.copy(bytes, 0, offset - tail);
        return Promise.resolve(bytes);
      },
    };
    const pieces = await stripped(source, 'mp4');
    expect(pieces?.at(0)).toEqual({ from: 0, to: tail + 12 });
    expect(taken).toBeLessThan(2 ** 20);
  });
});

describe('Matroska', () => {
  /** An element with a size of eight bytes; `null` leaves it open. */
  function element(id: string, ...inside: readonly Buffer[]): Buffer {
    const size = Buffer.alloc(8);
    size[0] = 1;
    size.writeUIntBE(
      inside.reduce((sum, one) => sum + one.length, 0),
      2,
      6,
    );
    return Buffer.concat([Buffer.from(id, 'hex'), size, ...inside]);
  }
  const open = (id: string, ...inside: readonly Buffer[]): Buffer =>
    Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0xff]), ...inside]);

  const EBML = element('1a45dfa3', latin('\x42\x82\x84webm'));
  const CLUSTER = element('1f43b675', element('a3', latin('pictures \x12\x54\xc3\x67')));
  const TAGS = element('1254c367', element('7373', SECRET));
  const HOLLOW = element('ec', Buffer.alloc(TAGS.length - 9));

  it.each([
    ['before the pictures', (tags: Buffer) => element('18538067', tags, CLUSTER)],
    ['behind the pictures', (tags: Buffer) => element('18538067', CLUSTER, tags)],
    ['in a segment of open size', (tags: Buffer) => open('18538067', CLUSTER, tags, CLUSTER)],
    [
      'behind clusters of open size',
      (tags: Buffer) => open('18538067', open('1f43b675', element('a3', latin('pictures'))), tags),
    ],
    ['behind the segment', (tags: Buffer) => Buffer.concat([element('18538067', CLUSTER), tags])],
  ])('tags %s become void', async (_, made) => {
    const file = Buffer.concat([EBML, made(TAGS)]);
    expect(await clean(file, 'matroska')).toEqual(Buffer.concat([EBML, made(HOLLOW)]));
  });

  it('tags of open size are hollowed one by one', async () => {
    const file = Buffer.concat([EBML, open('18538067', open('1254c367', element('7373', SECRET)))]);
    expect((await clean(file, 'matroska')).includes('KSampler')).toBe(false);
  });

  it('the title goes with its checksum', async () => {
    const info = (title: Buffer, sum: string) =>
      element('1549a966', Buffer.from(sum, 'hex'), title, element('2ad7b1', latin('\x0f')));
    const title = Buffer.concat([Buffer.from('7ba985', 'hex'), latin('words')]);
    const file = Buffer.concat([EBML, element('18538067', info(title, 'bf8411223344'), CLUSTER)]);
    const hollow = Buffer.concat([Buffer.from([0xec, 0x80 | 6]), Buffer.alloc(6)]);
    expect(await clean(file, 'matroska')).toEqual(
      Buffer.concat([EBML, element('18538067', info(hollow, 'ec8400000000'), CLUSTER)]),
    );
  });

  it('cut off anywhere: no length changes', async () => {
    const file = Buffer.concat([EBML, element('18538067', CLUSTER, TAGS)]);
    for (let length = 0; length <= file.length; length += 1) {
      const cut = await clean(file.subarray(0, length), 'matroska');
      expect(cut.length).toBe(length);
      expect(cut.includes('{"class')).toBe(false);
    }
  });
});

describe('FLAC', () => {
  const block = (type: number, data: Buffer): Buffer =>
    Buffer.concat([u32(type * 2 ** 24 + data.length), data]);

  it('comments become padding, the picture stays', async () => {
    const made = (comments: number, words: Buffer) =>
      Buffer.concat([
        ...[latin('fLaC'), block(0, Buffer.alloc(34)), block(comments, words)],
        ...[block(6, latin('a picture')), block(0x80 | comments, words), latin('sound')],
      ]);
    const zeros = Buffer.alloc(SECRET.length);
    expect(await clean(made(4, SECRET), 'flac')).toEqual(made(1, zeros));
    expect(await stripped(bytesOf(made(1, zeros)), 'flac')).toBeNull();
  });
});

describe('MP3', () => {
  const SOUND = Buffer.alloc(500, 0xff);
  const id3 = (flags: number, size: number, inside: Buffer, footer = latin('')): Buffer =>
    Buffer.concat([
      ...[latin('ID3\x04\0'), Buffer.from([flags, 0, 0, size >> 7, size & 0x7f])],
      ...[inside, footer],
    ]);
  const ape = (count: number, inside: Buffer): Buffer => {
    const head = Buffer.alloc(32);
    head.write('APETAGEX');
    head.writeUInt32LE(2000, 8);
    head.writeUInt32LE(32 + inside.length, 12);
    head.writeUInt32LE(count, 16);
    return Buffer.concat([head, inside, head]);
  };
  const id3v1 = (words: string, genre: number): Buffer =>
    Buffer.concat([latin('TAG'), Buffer.alloc(124, words), Buffer.from([genre])]);

  it('every tag keeps its size and loses its words', async () => {
    const length = SECRET.length;
    const file = Buffer.concat([
      ...[id3(0x50, length, SECRET, latin('3DI\x04\0\x50\0\0\0\x34')), id3(0, length, SECRET)],
      ...[SOUND, ape(3, SECRET), id3v1('secret', 12)],
    ]);
    const zeros = Buffer.alloc(length);
    expect(await clean(file, 'mp3')).toEqual(
      Buffer.concat([
        ...[id3(0, length + 10, zeros, Buffer.alloc(10)), id3(0, length, zeros)],
        ...[SOUND, ape(0, zeros), id3v1('\0', 255)],
      ]),
    );
  });

  it.each([
    ['a tag in front that claims the whole file and more', id3(0, 16_000, SECRET)],
    [
      'an APE tag that claims more than there is',
      Buffer.concat([SOUND, ape(3, SECRET).fill(0xff, 44 + 52, 48 + 52)]),
    ],
    ['a file that is one tag', id3v1('secret', 1)],
    ['a file of nothing', Buffer.alloc(0)],
  ])('%s: no length changes', async (_, file) => {
    expect((await clean(file, 'mp3')).length).toBe(file.length);
  });
});

describe('Ogg', () => {
  it('gives up on pages without end, bounded', async () => {
    const page = Buffer.concat([latin('OggS\0\x02'), Buffer.alloc(20), Buffer.from([0])]);
    const file = Buffer.alloc(page.length * 400_000, page);
    expect(await stripped(bytesOf(file), 'ogg')).toBeNull();
  });
});

describe('GIF', () => {
  const comment = Buffer.concat([
    ...[Buffer.from([0x21, 0xfe, SECRET.length]), SECRET],
    ...[Buffer.from([SECRET.length]), SECRET, Buffer.from([0])],
  ]);
  const xmp = Buffer.concat([
    ...[Buffer.from([0x21, 0xff, 11]), latin('XMP DataXMP'), Buffer.from([SECRET.length])],
    ...[SECRET, Buffer.from([0])],
  ]);

  it('comments, XMP and what hangs behind go; how often it repeats stays', async () => {
    const plain = await moving('gif');
    const at = plain.indexOf(Buffer.from([0x21]));
    const file = Buffer.concat([
      ...[plain.subarray(0, at), comment, xmp, plain.subarray(at, -1), comment],
      ...[plain.subarray(-1), SECRET],
    ]);
    expect(plain.includes('NETSCAPE2.0')).toBe(true);
    expect(await clean(file, 'gif')).toEqual(plain);
    expect(await stripped(bytesOf(plain), 'gif')).toBeNull();
  });

  it('cut off anywhere: what came is as it was', async () => {
    const plain = await moving('gif');
    for (let length = 0; length < plain.length; length += 1)
      expect(await stripped(bytesOf(plain.subarray(0, length)), 'gif')).toBeNull();
  });
});
