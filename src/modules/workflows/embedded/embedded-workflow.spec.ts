import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describeWith } from '../../../../test/support/required-programs';
import { jpeg, png, pngChunk, webp } from '../../../../test/support/media-samples';
import { TAGGED_FILES, taggedMedia } from '../../../../test/support/tagged-media';
import type { ReadableBytes } from '../../../platform/imaging/readable-bytes';
import { embeddedTexts, embeddedWorkflow } from './embedded-workflow';
import { MAX_PIECES, MAX_TEXT_LENGTH } from './named-texts';

const PROMPT = JSON.stringify({ '1': { class_type: 'EmptyImage', inputs: { width: 64 } } });
const WORKFLOW = JSON.stringify({ nodes: [], links: [], extra: { texts: 'snow — 雪 = "x"' } });

/** A file in memory that counts what is read of it. */
function fileOf(bytes: Buffer): ReadableBytes & { taken: number } {
  const file = {
    size: bytes.length,
    taken: 0,
    read: (offset: number, length: number): Promise<Buffer> => {
      const part = bytes.subarray(offset, offset + length);
      file.taken += part.length;
      return Promise.resolve(part);
    },
  };
  return file;
}

async function textsIn(bytes: Buffer) {
  const { prompt, workflow } = await embeddedTexts(fileOf(bytes));
  return { prompt, workflow };
}
const BOTH = { prompt: PROMPT, workflow: WORKFLOW };
const NEITHER = { prompt: null, workflow: null };

/** A PNG with these chunks behind its header. */
async function pngWith(...chunks: readonly Buffer[]): Promise<Buffer> {
  const bare = await png();
  return Buffer.concat([bare.subarray(0, 33), ...chunks, bare.subarray(33)]);
}

const ASCII = 2;
const UNDEFINED = 7;

/** A WebP with a thousand EXIF tags of this type that all point at the same bytes. */
function webpWithTags(type: number, bytes: Buffer): Buffer {
  const entries = 1000;
  const tiff = Buffer.alloc(10 + entries * 12);
  tiff.write('II*\0\x08\0\0\0', 'latin1');
  tiff.writeUInt16LE(entries, 8);
  for (let at = 10; at < tiff.length; at += 12) {
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(bytes.length, at + 4);
    tiff.writeUInt32LE(tiff.length, at + 8);
  }
  const head = Buffer.from('RIFF\0\0\0\0WEBPEXIF\0\0\0\0', 'latin1');
  head.writeUInt32LE(tiff.length + bytes.length, 16);
  return Buffer.concat([head, tiff, bytes]);
}

const chunk = (type: string, ...parts: readonly (string | Buffer)[]): Buffer =>
  pngChunk(type, Buffer.concat(parts.map((part) => Buffer.from(part as string))));

describe('pictures', () => {
  it.each([
    ['tEXt', chunk('tEXt', 'prompt\0', PROMPT), chunk('tEXt', 'workflow\0', WORKFLOW)],
    [
      'comf, of animated pictures',
      chunk('comf', 'prompt\0', PROMPT),
      chunk('comf', 'workflow\0', WORKFLOW),
    ],
    [
      'iTXt',
      chunk('iTXt', 'prompt\0\0\0\0\0', PROMPT),
      chunk('iTXt', 'workflow\0\0\0en\0key\0', WORKFLOW),
    ],
    [
      'iTXt and zTXt, compressed',
      chunk('zTXt', 'prompt\0\0', deflateSync(Buffer.from(PROMPT))),
      chunk('iTXt', 'workflow\0\x01\0\0\0', deflateSync(Buffer.from(WORKFLOW))),
    ],
  ])('PNG: %s', async (_, ...chunks) => {
    expect(await textsIn(await pngWith(...chunks))).toEqual(BOTH);
  });

  it.each(['webp', 'jpeg'] as const)('%s: camera tags', async (format) => {
    // Python escapes what isn't ASCII, and tags hold nothing else.
    const workflow = JSON.stringify({ nodes: [], links: [] });
    const picture = await sharp(await png())
      .toFormat(format)
      .withExif({ IFD0: { Model: `prompt:${PROMPT}`, Make: `workflow:${workflow}` } })
      .toBuffer();

    expect(await textsIn(picture)).toEqual({ prompt: PROMPT, workflow });
  });

  it('reads a comment that holds both prompt and workflow', async () => {
    const both = JSON.stringify({
      prompt: JSON.parse(PROMPT) as object,
      workflow: JSON.parse(WORKFLOW) as object,
    });
    const picture = await jpeg();
    const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from(both)]);
    segment.writeUInt16BE(segment.length - 2, 2);
    const found = await embeddedWorkflow(
      fileOf(Buffer.concat([picture.subarray(0, 2), segment, picture.subarray(2)])),
    );

    expect(found).toMatchObject({ format: 'api', editor: { nodes: [] } });
  });

  it('reports a picture without a workflow', async () => {
    for (const picture of [
      await png(),
      await jpeg(),
      await webp(),
      Buffer.from('hello'),
      Buffer.alloc(0),
    ]) {
      expect(await textsIn(picture)).toEqual(NEITHER);
      expect(await embeddedWorkflow(fileOf(picture))).toEqual({
        format: 'none',
        reason: 'the file carries no workflow of ComfyUI',
      });
    }
  });

  it('reads the texts before the damage of a cut or corrupt file', async () => {
    const whole = await pngWith(
      chunk('tEXt', 'prompt\0', PROMPT),
      chunk('tEXt', 'workflow\0', WORKFLOW),
    );
    const ends = [0, 9, 40, 60, 33 + 12 + 7 + PROMPT.length + 5, whole.length - 3];
    const found = await Promise.all(ends.map((end) => textsIn(whole.subarray(0, end))));

    expect(found.map(({ prompt, workflow }) => [prompt !== null, workflow !== null])).toEqual([
      ...[
        [false, false],
        [false, false],
        [false, false],
        [false, false],
      ],
      [true, false],
      [true, true],
    ]);
  });

  it('reports why a file can’t be read', async () => {
    const whole = await pngWith(chunk('tEXt', 'prompt\0', PROMPT));
    const reasons = await Promise.all(
      [
        whole.subarray(0, 60),
        await pngWith(chunk('tEXt', 'prompt\0', '{"1": {"class_type": ')),
        await pngWith(chunk('tEXt', 'workflow\0', '{"texts": "hello"}')),
        await pngWith(chunk('tEXt', 'prompt\0', `{"1":${'['.repeat(9_999)}`)),
        await pngWith(chunk('zTXt', 'prompt\0\0', 'not zlib')),
      ].map(async (file) => (await embeddedWorkflow(fileOf(file))) as { reason: string }),
    );

    expect(reasons.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^the file carries no workflow .*: the file ends too early$/),
      expect.stringMatching(/^what the file carries is not a workflow: not JSON/),
      expect.stringMatching(/not a workflow: .*"class_type"/),
      expect.stringMatching(/not a workflow: it is nested more than 200 levels deep/),
      expect.stringMatching(/a text of the PNG cannot be unfolded$/),
    ]);
  });

  it('stops at a text that decompresses to gigabytes', async () => {
    const bomb = deflateSync(Buffer.alloc(MAX_TEXT_LENGTH + 1, '{'));

    expect(await textsIn(await pngWith(chunk('zTXt', 'prompt\0\0', bomb)))).toEqual(NEITHER);
  });

  it('limits the sum of many compressed texts', async () => {
    const bomb = deflateSync(Buffer.alloc(MAX_TEXT_LENGTH / 2 + 1, '{'));
    const chunks = Array.from({ length: 200 }, () => chunk('zTXt', 'prompt\0\0', bomb));

    expect(await embeddedTexts(fileOf(await pngWith(...chunks)))).toMatchObject({
      damage: 'the file carries more text than anybody reads',
    });
  });

  it('limits the sum of tags that share one long text', async () => {
    const file = fileOf(webpWithTags(ASCII, Buffer.alloc(4 * 1024 * 1024, 'x')));
    expect(await embeddedTexts(file)).toMatchObject({
      damage: 'the file carries more text than anybody reads',
    });
  });

  it.each([
    ['text', ASCII, ''],
    ['comments', UNDEFINED, 'ASCII\0\0\0'],
    ['comments in UTF-16', UNDEFINED, 'UNICODE\0'],
  ])(
    'decodes tags of %s only up to their end, however long they claim to be',
    async (_, type, name) => {
      const bytes = Buffer.alloc(1024 * 1024, 'x');
      bytes.write(`${name}{\0\0\0`, 'latin1');
      const file = fileOf(webpWithTags(type, bytes));
      const { toString } = Buffer.prototype;
      let longest = 0;
      const decoding = jest.spyOn(Buffer.prototype, 'toString').mockImplementation(function (
        this: Buffer,
        ...part
      ) {
        const text = toString.apply(this, part);
        longest = Math.max(longest, text.length);
        return text;
      });
      const texts = await embeddedTexts(file);
      decoding.mockRestore();
      expect(texts).toMatchObject({ ...NEITHER, damage: null });
      expect(longest).toBeLessThan(100);
    },
  );

  it.each([
    ['PNG', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), pngChunk('abCd', Buffer.alloc(0))],
    ['WebP', Buffer.from('RIFF\xff\xff\xff\x7fWEBP', 'latin1'), Buffer.from('JUNK\0\0\0\0')],
    ['MP4', Buffer.from('\0\0\0\x08ftyp', 'latin1'), Buffer.from('\0\0\0\x08free', 'latin1')],
    ['Ogg', Buffer.alloc(0), Buffer.concat([Buffer.from('OggS'), Buffer.alloc(23)])],
    ['MP3', Buffer.from('ID3\x04\0\0\x7f\x7f\x7f\x7f', 'latin1'), Buffer.from('TXXX\0\0\0\0\0\0')],
  ])('stops reading %s that consists of tiny pieces', async (_, head, piece) => {
    const file = fileOf(
      Buffer.concat([head, ...Array.from({ length: MAX_PIECES + 10_000 }, () => piece)]),
    );

    expect(await embeddedTexts(file)).toMatchObject(NEITHER);
  });
});

describeWith('ffmpeg', 'videos and sounds', () => {
  it.each(TAGGED_FILES)('%s', async (name, options) => {
    expect(await textsIn(taggedMedia(name, BOTH, options))).toEqual(BOTH);
  });

  it('reads a video comment that holds both', async () => {
    const comment = JSON.stringify({ prompt: PROMPT, workflow: WORKFLOW });
    const found = await embeddedWorkflow(fileOf(taggedMedia('k.mp4', { comment })));

    expect(found).toMatchObject({ format: 'api', editor: { nodes: [] } });
  });

  it('reads only little of a large file', async () => {
    const small = taggedMedia('l.mp4', BOTH, ['-movflags', 'use_metadata_tags']);
    const moov = small.indexOf('moov') - 4;
    const filler = Buffer.alloc(8 * 1024 * 1024);
    filler.writeUInt32BE(filler.length, 0);
    filler.write('free', 4);
    const file = fileOf(Buffer.concat([small.subarray(0, moov), filler, small.subarray(moov)]));

    expect(await embeddedTexts(file)).toEqual({ ...BOTH, parameters: null, damage: null });
    expect(file.taken).toBeLessThan(512 * 1024);
  });
});
