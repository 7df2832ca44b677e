import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runSimulator, wholeNumber } from '../../command-line';
import { type RunningToolkit, startToolkit } from './running-toolkit';

const USAGE = `A simulated training toolkit (ai-toolkit): runs go through their phases, and nothing is trained.

  --port N              port of 127.0.0.1 to listen on (8675)
  --data-dir PATH       data folder of Kinora (KINORA_DATA_DIR, or data)
  --root PATH           folder for datasets and outputs (training in the data folder)
  --steps-per-second N  training speed (20)
  --token TEXT          require this token of every call
  --help                show this
`;

async function start(): Promise<RunningToolkit | undefined> {
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
    return undefined;
  }
  const dataDir = values['data-dir'];
  const root = resolve(values.root ?? join(dataDir, 'training'));
  const toolkit = await startToolkit({
    root,
    port: wholeNumber('--port', values.port, { most: 65_535 }),
    stepsPerSecond: wholeNumber('--steps-per-second', values['steps-per-second'], {
      least: 1,
      most: 10_000,
    }),
    ...(values.token === undefined ? {} : { token: values.token }),
  });
  process.stdout.write(
    `Simulated training toolkit (nothing is trained) listens on ${toolkit.url}\nIn config.json:\n${configOf(toolkit.url, root, dataDir)}\n`,
  );
  return toolkit;
}

/** For the built-in simulator of the default configuration, which reads LoRAs from its own folder. */
function configOf(base_url: string, root: string, dataDir: string): string {
  const lora_dir = resolve(dataDir, 'simulator/simulator/models/loras');
  return JSON.stringify({ training: { base_url, root, lora_dir } }, null, 2);
}

runSimulator('simulator:training', start);
