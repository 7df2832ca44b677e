import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from '../support/command';
import { describeWith } from '../support/required-programs';

describeWith('fonts', 'npm run demo:film', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-demo-film-'));

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('makes a film through the API, finds it as it should be, and ends', async () => {
    const demo = new Command(['demo:film'], { KINORA_PORT: '0', KINORA_DATA_DIR: folder });
    const [, film] = await demo.matches(/Film +(\S+\.mp4)/);
    const [, poster] = await demo.matches(/Poster +(\S+)/);
    expect(await demo.ended()).toBe(0);
    expect(existsSync(film!)).toBe(true);
    expect(existsSync(poster!)).toBe(true);
    // Its own checks: duration, streams, chapters, subtitles, loudness, cuts, drawn captions.
    for (const script of ['Chinese', 'Arabic', 'emoji'])
      expect(demo.output).toContain(`the caption in ${script} changes`);
    expect(readFileSync(join(film!, '../timeline.srt'), 'utf8')).toContain('Who lit it?');
    // Two films are encoded; on a busy machine that takes minutes.
  }, 600_000);
});
