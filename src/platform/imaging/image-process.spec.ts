import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ShuttingDown } from '../http/http.errors';
import { flatWebp, HUGE_WEBP } from '../../../test/support/costly-media';
import { png } from '../../../test/support/media-samples';
import { eventually } from '../../../test/support/eventually';
import { ImageProcesses } from './image-processes';
import type { ImageWork } from './image-work';
import { MediaTooCostly } from './imaging.errors';
import { residentBytes } from './process-memory.store';

const LIMITS = { timeoutMs: 60_000, maxBytes: 2 ** 31 };
const HUGE: ImageWork = { kind: 'verify', source: HUGE_WEBP, maxPixels: 2e8 };
/** Takes much longer than a small picture, and a tenth of the time of a huge one. */
const LARGE: ImageWork = { ...HUGE, source: flatWebp(3000) };

describe('a process that decodes pictures', () => {
  let processes: ImageProcesses;
  beforeEach(() => (processes = new ImageProcesses()));
  afterEach(() => processes.close());

  const small = async () =>
    processes.run({ kind: 'verify', source: await png(), maxPixels: 1e6 }, LIMITS);

  it('is started for the first picture and serves the next ones', async () => {
    expect(processes.count).toBe(0);
    for (let n = 0; n < 3; n += 1) expect(await small()).toHaveProperty('result');
    expect(processes.count).toBe(1);
  });

  it('leaves the processor to requests', async () => {
    await small();
    const [pid = 0] = processes.pids;
    expect(getPriority(pid)).toBeGreaterThan(getPriority());
  });

  it.each([
    ['takes too much memory', { ...LIMITS, maxBytes: 150e6 }, 'more than 150 MB of memory'],
    ['takes too long', { ...LIMITS, timeoutMs: 1 }, 'more than 0.001 s'],
  ])('ends with the one picture that %s', async (_, limits, why) => {
    const other = small();
    await expect(processes.run(HUGE, limits)).rejects.toThrow(why);
    expect(await other).toHaveProperty('result');
    expect(await small()).toHaveProperty('result');
    expect(processes.peakBytes).toBeLessThan(150e6);
  });

  it('may take longer while it gets no processor time', async () => {
    await small();
    const [pid = 0] = processes.pids;
    process.kill(pid, 'SIGSTOP');
    const source = await png();
    const limits = { ...LIMITS, timeoutMs: 50 };
    const work = processes.run({ kind: 'verify', source, maxPixels: 1e6 }, limits);
    await processes.run(LARGE, LIMITS); // takes much longer than the limit
    process.kill(pid, 'SIGCONT');
    expect(await work).toHaveProperty('result');
  });

  /** Kills the process that works, which isn't this one. */
  async function kill(except?: number): Promise<number> {
    const pid = await eventually(() =>
      Promise.resolve(processes.pids.find((one) => one !== except)),
    );
    process.kill(pid, 'SIGKILL');
    return pid;
  }

  it('is replaced when it is killed, and its work is done again', async () => {
    const work = processes.run(LARGE, LIMITS);
    await kill();
    expect(await work).toHaveProperty('result');
  });

  it('fails work with which two processes ended, and is replaced', async () => {
    const work = processes.run(HUGE, LIMITS);
    const failure = expect(work).rejects.toThrow(MediaTooCostly);
    await kill(await kill());
    await failure;
    await expect(work).rejects.toThrow('ended unexpectedly');
    expect(await small()).toHaveProperty('result');
  });

  it('finishes its picture when the service begins to end, and further ones are refused', async () => {
    const work = processes.run(LARGE, LIMITS);
    processes.drain();
    await expect(small()).rejects.toThrow(ShuttingDown);
    expect(await work).toHaveProperty('result');
  });

  it('is replaced after a picture that took much memory', async () => {
    expect(await processes.run(HUGE, LIMITS)).toHaveProperty('result');
    expect(processes.peakBytes).toBeGreaterThan(256e6);
    expect(processes.count).toBe(0);
  });

  it('ends when the service ends', async () => {
    const work = processes.run(HUGE, LIMITS);
    const [pid = 0] = processes.pids;
    expect(residentBytes(pid)).toBeGreaterThan(0);
    processes.close();
    await expect(work).rejects.toThrow(ShuttingDown);
    await eventually(() => Promise.resolve(residentBytes(pid) === null));
  });

  it('opens no other kinds of files than those it is meant for', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const answer = await processes.run({ kind: 'verify', source: svg, maxPixels: 1e6 }, LIMITS);
    expect(answer).toMatchObject({ error: expect.stringContaining('unsupported image format') });
  });
});

it('ends when the service is killed, even while it decodes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-orphan-'));
  const script = join(folder, 'service.js');
  writeFileSync(
    script,
    `const { ImageProcesses } = require(${JSON.stringify(require.resolve('./image-processes'))});
    const processes = new ImageProcesses();
    const source = Buffer.from('${HUGE_WEBP.toString('hex')}', 'hex');
    const verify = (one) =>
      processes.run({ kind: 'verify', source: one, maxPixels: 2e8 }, ${JSON.stringify(LIMITS)});
    void verify(source.subarray(0, 20)).then(() => {
      void verify(source);
      console.log(processes.pids.join());
    });`,
  );
  const service = spawn(process.execPath, [...process.execArgv, script]);
  const [line] = (await once(service.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  expect(residentBytes(pid)).toBeGreaterThan(0);
  service.kill('SIGKILL');
  await eventually(() => Promise.resolve(residentBytes(pid) === null));
  rmSync(folder, { recursive: true });
});
