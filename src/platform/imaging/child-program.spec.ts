import { type ProgramFailed, runProgram } from './child-program';

const NODE = process.execPath;
const LIMITS = { timeoutMs: 20_000, maxBytes: 1000, maxMemoryBytes: 2 ** 30 };
const run = (script: string, limits = {}, chunks?: AsyncIterable<Buffer>): Promise<Buffer> =>
  runProgram(NODE, ['-e', script], { ...LIMITS, ...limits }, chunks);
const failure = async (ran: Promise<Buffer>): Promise<ProgramFailed> =>
  ran.then(
    () => {
      throw new Error('it succeeded');
    },
    (error: unknown) => error as ProgramFailed,
  );
const HANGS = 'setInterval(() => {}, 1000)';

it('returns the standard output of the program', async () => {
  expect((await run('process.stdout.write("yes")')).toString()).toBe('yes');
});

it('writes chunks to standard input', async () => {
  async function* words() {
    yield Promise.resolve(Buffer.from('fed'));
  }
  expect((await run('process.stdin.pipe(process.stdout)', {}, words())).toString()).toBe('fed');
});

it('reports the exit code and the first bytes of standard error', async () => {
  const { exitCode, stderr } = await failure(
    run('console.error("no " + "x".repeat(9e6)); process.exitCode = 3'),
  );
  expect([exitCode, stderr.length, stderr.slice(0, 4)]).toEqual([3, 4096, 'no x']);
});

it('kills a program that hangs, writes too much or is aborted', async () => {
  expect(await failure(run(HANGS, { timeoutMs: 50 }))).toMatchObject({ exitCode: null });
  const endless = 'const on = () => process.stdout.write("x".repeat(99), on); on()';
  expect(await failure(run(endless))).toMatchObject({ exitCode: null });
  const ending = new AbortController();
  const unwanted = run(HANGS, { signal: ending.signal });
  ending.abort(new Error('not wanted'));
  await expect(unwanted).rejects.toThrow('not wanted');
});

it('fails for a program that has written too much and ended before it could be killed', async () => {
  const ended = runProgram('sh', ['-c', `printf '%2000s' x`], LIMITS);
  // Its output waits in the pipe meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  expect(await failure(ended)).toMatchObject({ program: 'sh', exitCode: null });
});

it('kills a program that takes too much memory', async () => {
  const greedy = 'const all = []; setInterval(() => all.push(Buffer.alloc(1e7, 1)), 1)';
  expect(await failure(run(greedy, { maxMemoryBytes: 2e8 }))).toMatchObject({ exitCode: null });
});

it('runs in a folder with low priority, and passes on what it writes as it comes', async () => {
  const chunks = { output: '', stderr: '' };
  const script = 'console.log(process.cwd(), require("os").getPriority()); console.error("log")';
  const answer = await run(`setTimeout(() => { ${script} }, 50)`, {
    maxBytes: 1,
    folder: __dirname,
    isBackground: true,
    onOutput: (chunk: Buffer) => (chunks.output += chunk.toString()),
    onStderr: (chunk: Buffer) => (chunks.stderr += chunk.toString()),
  });
  expect(chunks).toEqual({ output: `${__dirname} 19\n`, stderr: 'log\n' });
  expect(answer).toHaveLength(0);
});

it('gives the program the variables that it needs to run, and no others', async () => {
  const names = (await run('console.log(Object.keys(process.env).join())')).toString();
  expect(names).toContain('PATH');
  expect(names).not.toContain('JEST_WORKER_ID');
});

it('reports an absent program', async () => {
  const { isAbsent, exitCode } = await failure(runProgram('no-such-program', [], LIMITS));
  expect([isAbsent, exitCode]).toEqual([true, null]);
});
