import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith } from '../../../test/support/engines';
import { PythonError } from '../wire/python-error';
import { Ffmpeg } from './ffmpeg';

it('says which program is absent', async () => {
  const absent = new Ffmpeg({ ffmpeg: 'no-such-ffmpeg', ffprobe: 'no-such-ffprobe' });
  await expect(absent.run(['-version'])).rejects.toThrow('with no-such-ffmpeg');
  await expect(absent.facts('/nowhere.mp4')).rejects.toThrow('with no-such-ffprobe');
});

describeWith('ffmpeg', 'Ffmpeg', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-ffmpeg-'));
  const ffmpeg = new Ffmpeg();
  const file = (name: string): string => join(folder, name);
  const pictures = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', '64x64', '-i', 'pipe:0'];
  const toMp4 = (name: string) => [...pictures, '-c:v', 'libx264', `file:${file(name)}`];
  afterAll(() => rmSync(folder, { recursive: true }));

  async function* frames(count: number, end: () => void = () => undefined) {
    for (let n = 0; n < count; n++) yield Promise.resolve(Buffer.alloc(64 * 64 * 3, n));
    end();
  }

  it('is fed, and tells what it made', async () => {
    await ffmpeg.run(toMp4('a.mp4'), frames(50));
    expect(await ffmpeg.facts(file('a.mp4'))).toEqual({
      ...{ video: { width: 64, height: 64, fps: 25 }, hasSound: false, seconds: 2 },
    });
  });

  it('ends with the feeding: what stops there is what is thrown', async () => {
    const stopped = frames(500, () => {
      throw new PythonError('InterruptProcessingException', 'stopped');
    });
    await expect(ffmpeg.run(toMp4('b.mp4'), stopped)).rejects.toThrow('stopped');
  });

  it('ends the feeding when it has no use for more', async () => {
    const args = [...pictures, '-c:v', 'no-such-codec', `file:${file('c.mp4')}`];
    await expect(ffmpeg.run(args, frames(5000))).rejects.toThrow('no-such-codec');
  });

  it('opens no playlist: other files are nobody’s to name', async () => {
    const list = file('list.m3u8');
    writeFileSync(list, '#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n');
    const copy = ['-i', `file:${list}`, `file:${file('d.mp4')}`];
    await expect(ffmpeg.run(copy)).rejects.toThrow(PythonError);
    await expect(ffmpeg.facts(list)).rejects.toThrow(PythonError);
  });
});
