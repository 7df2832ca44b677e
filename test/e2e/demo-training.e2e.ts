import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from '../support/command';

describe('npm run demo:training', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-demo-training-'));

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('goes from pictures to a character with its own LoRA, and ends', async () => {
    const demo = new Command(['demo:training'], { KINORA_PORT: '0', KINORA_DATA_DIR: folder });
    const [, grid] = await demo.matches(/Grid +(\S+)/);
    const [, picture] = await demo.matches(/Picture +(\S+)/);
    expect(await demo.ended()).toBe(0);
    expect([existsSync(grid!), existsSync(picture!)]).toEqual([true, true]);
    for (const line of [
      /a dataset of 6 pictures/,
      /running, training: step \d+ of 500/,
      /completed: step 500 of 500/,
      /checkpoint of step 250: mara_\w+_000000250\.safetensors/,
      /shared\/mara_\w+_500\.safetensors, for Z-Image, listed by simulator/,
      /4 pictures of 2 checkpoints/,
      /a picture with shared\/mara_\w+_500\.safetensors/,
    ])
      expect(demo.output).toMatch(line);
  });
});
