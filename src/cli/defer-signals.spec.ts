import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ModuleKind, transpileModule } from 'typescript';

const SOURCE = readFileSync(resolve(__dirname, 'defer-signals.ts'), 'utf8');
const { outputText } = transpileModule(SOURCE, {
  compilerOptions: { module: ModuleKind.CommonJS },
});

/** `deferSignals` in a process of its own. Its work says when a signal has come; then it is done, or never. */
const program = (ends: boolean): string => `${outputText}
setInterval(() => undefined, 1000);
exports.deferSignals(() => new Promise((done) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      console.log('asked');
      if (${ends}) setImmediate(done);
    });
  console.log('working');
}));`;

describe('deferSignals', () => {
  const begin = async (ends: boolean) => {
    const child = spawn(process.execPath, ['-e', program(ends)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return child;
  };

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'finishes the work after %s',
    async (signal) => {
      const child = await begin(true);
      child.kill(signal);
      const [output] = (await once(child.stdout, 'data')) as [Buffer];
      if (child.signalCode === null) await once(child, 'exit');
      expect([output.toString(), child.signalCode]).toEqual(['asked\n', signal]);
    },
  );

  it('ends at once after a second signal', async () => {
    const child = await begin(false);
    child.kill('SIGINT');
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    await once(child, 'exit');
    expect(child.signalCode).toBe('SIGINT');
  });
});
