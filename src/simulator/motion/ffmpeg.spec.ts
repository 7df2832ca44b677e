import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith } from '../../../test/support/required-programs';
import { PythonError } from '../wire/python';
import { Ffmpeg } from './ffmpeg';

const FRAMES = { kind: 'frames', width: 64, height: 64, fps: 25 } as const;
const INPUTS = [{ source: FRAMES }];

it('names the missing program', async () => {
  const absent = new Ffmpeg({ ffmpeg: 'no-such-ffmpeg', ffprobe: 'no-such-ffprobe' });
  await expect(absent.run({ inputs: INPUTS, output: [] })).rejects.toThrow('with no-such-ffmpeg');
  const nowhere = { kind: 'file', path: '/nowhere.mp4', demuxer: 'mov' } as const;
  await expect(absent.facts(nowhere)).rejects.toThrow('with no-such-ffprobe');
});

describeWith('ffmpeg', 'Ffmpeg', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-ffmpeg-'));
  const ffmpeg = new Ffmpeg();
  const file = (name: string): string => join(folder, name);
  const toMp4 = (name: string, codec = 'libx264') => ['-c:v', codec, `file:${file(name)}`];
  afterAll(() => rmSync(folder, { recursive: true }));

  async function* frames(count: number, end: () => void = () => undefined) {
    for (let n = 0; n < count; n++) yield Promise.resolve(Buffer.alloc(64 * 64 * 3, n));
    end();
  }

  it('encodes its input and reads the result', async () => {
    await ffmpeg.run({ inputs: INPUTS, output: toMp4('a.mp4'), chunks: frames(50) });
    expect(await ffmpeg.facts(await ffmpeg.detect(file('a.mp4')))).toEqual({
      video: { width: 64, height: 64, fps: 25 },
      hasSound: false,
      seconds: 2,
    });
  });

  it('throws the error of its input', async () => {
    const chunks = frames(500, () => {
      throw new PythonError('InterruptProcessingException', 'stopped');
    });
    const run = ffmpeg.run({ inputs: INPUTS, output: toMp4('b.mp4'), chunks });
    await expect(run).rejects.toThrow('stopped');
  });

  it('stops reading its input when it has enough', async () => {
    const output = toMp4('c.mp4', 'no-such-codec');
    const run = ffmpeg.run({ inputs: INPUTS, output, chunks: frames(5000) });
    await expect(run).rejects.toThrow('no-such-codec');
  });

  it('ends when it is aborted', async () => {
    const ending = new AbortController();
    const endless = [{ source: { kind: 'made', graph: 'anullsrc' } as const }];
    const run = ffmpeg.run({ inputs: endless, output: ['-f', 'null', '-'] }, ending.signal);
    ending.abort(new Error('not wanted'));
    await expect(run).rejects.toThrow('not wanted');
    const late = ffmpeg.run({ inputs: endless, output: ['-f', 'null', '-'] }, ending.signal);
    await expect(late).rejects.toThrow('not wanted');
  });
});
