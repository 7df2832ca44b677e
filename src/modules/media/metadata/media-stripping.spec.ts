import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith, engine } from '../../../../test/support/engines';
import { moving } from '../../../../test/support/media-samples';
import { anOutput, from, MediaTestApp } from '../../../../test/support/media-test-app';
import { SeededRandom } from '../../../../test/support/seeded-random';
import { MediaIntake } from '../public/media-intake';

const WORDS = JSON.stringify({ '1': { class_type: 'KSampler', image: 'staged-input.png' } });
const GRAPH = WORDS.repeat(2000);
const MARKER = /KSampler|staged-input/;

describeWith('ffmpeg', 'what is served of videos and sounds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-outputs-'));
  let room: MediaTestApp;
  beforeAll(async () => {
    room = await MediaTestApp.open();
  });
  afterEach(() => room.empty());
  afterAll(async () => {
    await room.close();
    rmSync(folder, { recursive: true });
  });

  function made(name: string, options: readonly string[]): Buffer {
    const input = /flac|opus|mp3/.test(name)
      ? 'sine=duration=1'
      : 'testsrc=size=64x48:duration=1:rate=8';
    const tags = ['-metadata', `prompt=${GRAPH}`, '-metadata', `workflow=${GRAPH}`];
    const file = join(folder, name);
    const run = ['-v', 'error', '-y', '-f', 'lavfi', '-i', input, ...tags, ...options, file];
    execFileSync(engine('ffmpeg'), run, { stdio: 'pipe' });
    return readFileSync(file);
  }

  const KINDS: readonly (readonly [name: string, ...options: string[]])[] = [
    ['a.mp4', '-movflags', 'use_metadata_tags'],
    ['faststart.mp4', '-movflags', 'use_metadata_tags+faststart'],
    ['a.webm'],
    ['a.mkv'],
    ['a.flac'],
    ['a.mp3'],
    ['a.opus'],
  ];

  const keep = async (content: Buffer): Promise<string> => {
    const kept = await room.app.get(MediaIntake).storeOutput(anOutput(), from(content));
    return kept?.path ?? '';
  };
  const served = async (path: string, range?: string): Promise<Buffer> => {
    const headers = range === undefined ? {} : { Range: range };
    const response = await fetch(`${room.url}/media/${path}`, { headers });
    expect(response.status).toBe(range === undefined ? 200 : 206);
    return Buffer.from(await response.arrayBuffer());
  };

  it.each(KINDS)('%s: no word of the graph, whole or in ranges', async (name, ...options) => {
    const content = made(name, options);
    const path = await keep(content);
    const whole = await served(path);

    expect(content.toString('latin1')).toMatch(MARKER);
    expect(whole.toString('latin1')).not.toMatch(MARKER);
    expect(whole.length).toBe(content.length);
    const { body } = await room.get(`/api/media/${path}`);
    expect(body).toMatchObject({
      size_bytes: whole.length,
      sha256: createHash('sha256').update(whole).digest('hex'),
    });

    const random = SeededRandom.for(`ranges of ${name}`);
    for (let round = 0; round < 8; round += 1) {
      const start = random.below(whole.length);
      const end = start + random.below(whole.length - start);
      const part = await served(path, `bytes=${start}-${end}`);
      expect(part.equals(whole.subarray(start, end + 1))).toBe(true);
    }
  });

  it.each(KINDS)('%s: measured as before, and left alone on request', async (name, ...options) => {
    const content = made(name, options);
    const facts = async (path: string) => {
      const { body } = await room.get(`/api/media/${path}`);
      const { type, mime, width, height, duration, fps, has_audio } = body;
      return { type, mime, width, height, duration, fps, has_audio };
    };
    const clean = await keep(content);
    room.configure({ media: { strip_metadata: false } });
    const whole = await keep(content);
    const again = await room.upload(await served(clean));

    expect((await served(whole)).equals(content)).toBe(true);
    expect(await facts(clean)).toEqual(await facts(whole));
    expect(await facts(again.body.path)).toEqual(await facts(whole));
  });

  it('an upload keeps its words: a graph may be what it was brought for', async () => {
    const content = made('a.mp4', ['-movflags', 'use_metadata_tags']);
    const { body } = await room.upload(content);
    expect((await served(body.path)).equals(content)).toBe(true);
  });

  it('a thumbnail of a stripped video', async () => {
    const path = await keep(made('a.webm', []));
    const thumbnail = await fetch(`${room.url}/media/${path}?thumbnail=256`);
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('a moving GIF loses its comment', async () => {
    const plain = await moving('gif');
    const at = plain.indexOf(0x21);
    const comment = Buffer.concat([
      ...[Buffer.from([0x21, 0xfe, WORDS.length]), Buffer.from(WORDS), Buffer.from([0])],
    ]);
    const file = Buffer.concat([plain.subarray(0, at), comment, plain.subarray(at)]);
    const path = await keep(file);
    expect((await served(path)).equals(plain)).toBe(true);
    expect((await room.get(`/api/media/${path}`)).body).toMatchObject({
      type: 'video',
      duration: 1,
    });
  });
});
