import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startToolkit } from './running-toolkit';

const USAGE = `A simulated training toolkit (ai-toolkit): runs go through their phases, and nothing is trained.

  --port N              port of 127.0.0.1 to listen on (8675)
  --data-dir PATH       data folder of Kinora (KINORA_DATA_DIR, or data)
  --root PATH           folder for datasets and outputs (training in the data folder)
  --steps-per-second N  training speed (20)
  --token TEXT          require this token of every call
  --help                show this
`;

/** Starts one simulated toolkit and ends it with the process. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8675' },
      'data-dir': { type: 'string', default: 'data' },
      root: { type: 'string' },
      'steps-per-second': { type: 'string', default: '20' },
      token: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const dataDir = values['data-dir'];
  const root = resolve(values.root ?? join(dataDir, 'training'));
  const toolkit = await startToolkit({
    root,
    port: wholeNumber('--port', values.port, { least: 0, most: 65_535 }),
    stepsPerSecond: wholeNumber('--steps-per-second', values['steps-per-second'], {
      least: 1,
      most: 10_000,
    }),
    ...(values.token === undefined ? {} : { token: values.token }),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void toolkit.stop());
  process.stdout.write(
    `Simulated training toolkit (nothing is trained) listens on ${toolkit.url}\nIn config.json:\n${configOf(toolkit.url, root, dataDir)}\n`,
  );
}

/** For the built-in simulator of the default configuration, which reads LoRAs from its own folder. */
function configOf(base_url: string, root: string, dataDir: string): string {
  const lora_dir = resolve(dataDir, 'simulator/simulator/models/loras');
  return JSON.stringify({ training: { base_url, root, lora_dir } }, null, 2);
}

function wholeNumber(
  name: string,
  text: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new Error(
    `${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(text)}`,
  );
}

/** The error, and what to type instead. */
function advice(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'The port is taken. Take another with --port (0: a free one).';
  if (code.startsWith('ERR_PARSE_ARGS'))
    return `${message}. See: npm run simulator:training -- --help`;
  return message;
}

main().catch((error: unknown) => {
  process.stderr.write(`${advice(error)}\n`);
  process.exitCode = 1;
});
