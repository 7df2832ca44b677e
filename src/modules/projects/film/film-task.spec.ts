import type { BackgroundFfmpeg } from '../../../platform/imaging/background-ffmpeg';
import { type FilmTask, runForFilm } from './film-task';

const MESSAGES = [
  "[info] Input #0, mp3, from 'a.mp3':",
  `[info]     comment         : private${'\n                    : more'.repeat(1000)}`,
  '[info]     encoder         : Lavf',
  '[info]     name with\na line break: private\n                    : more',
  '[Parsed_ebur128_0 @ 0x1] [info] Summary:\n\n  Integrated loudness:\n    I:         -22.2 LUFS',
  '[mp3 @ 0x2] [error] Header missing',
];

describe('messages of ffmpeg', () => {
  /** What is kept of a text that ffmpeg writes in chunks, and the log of the task. */
  async function keptOf(text: string, size: number): Promise<{ kept: string; log: string[] }> {
    const ffmpeg = {
      run: async (_: unknown, { onStderr }: { onStderr: (chunk: Buffer) => void }) => {
        for (let at = 0; at < text.length; at += size)
          onStderr(Buffer.from(text.slice(at, at + size)));
        return Promise.resolve();
      },
    } as unknown as BackgroundFfmpeg;
    const log: string[] = [];
    const task = { log: (line: string) => log.push(line) } as unknown as FilmTask;
    const run = { inputs: [], output: [] };
    const work = { task, folder: '' };
    const kept = await runForFilm(ffmpeg, work, { what: 'the sound', run, timeoutMs: 1 });
    return { kept, log };
  }

  it.each([1, 7, 8192, 100_000])('have no tags, in chunks of %i characters', async (size) => {
    const { kept, log } = await keptOf(`${MESSAGES.join('\n')}\n`, size);
    expect(kept).toBe(`${MESSAGES.slice(4).join('\n')}\n`);
    expect(log).toEqual(['the sound', kept.trim()]);
  });

  it.each([7, 100_000])('keep their end, whole lines of it, in chunks of %i', async (size) => {
    const lines = Array.from({ length: 2000 }, (_, at) => `[error] message ${at}`);
    const { kept } = await keptOf(lines.join('\n'), size);
    expect(kept.length).toBeGreaterThan(8000);
    expect(kept.split('\n').at(-2)).toBe('[error] message 1999');
    expect(lines).toContain(kept.split('\n')[0]);
  });

  it('keep what stands before a very long line, and its beginning', async () => {
    const { kept } = await keptOf(
      `[error] first\n[error] ${'x'.repeat(20_000)}\n[error] last`,
      4096,
    );
    expect(kept.split('\n').map((line) => line.length)).toEqual([13, 1000, 12, 0]);
  });
});
