import { parseArgs } from 'node:util';
import { SimulatorNode, type SimulatorOptions } from './simulator-node';

const USAGE = `A ComfyUI node without models, for developing against.

  --port N          port to listen on (8188)
  --host ADDRESS    address to listen on (127.0.0.1)
  --step-ms N       milliseconds per sampling step (30)
  --data-dir PATH   folder for input, output and model files (a temporary one)
  --version V       version to behave as: 0.33.0 or 0.3.64 (0.33.0)
  --previews        send previews for prompts that don't say
  --faults          open POST /simulator/faults and GET /simulator/runs
  --help            show this
`;

const DEFAULT_PORT = 8188;

/** Starts one simulator and ends it with the process. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(USAGE);
    return;
  }
  const node = await SimulatorNode.start(options);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // A second signal ends at once, by the default of Node.js.
    process.once(signal, () => void node.stop());
  }
  process.stdout.write(
    `Simulator listens on ${node.url}\nIn the providers of config.json:\n${providerOf(node.url)}\n`,
  );
}

const providerOf = (base_url: string): string =>
  JSON.stringify({ id: 'simulated', kind: 'comfyui', base_url });

function readOptions(args: readonly string[]): SimulatorOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: String(DEFAULT_PORT) },
      host: { type: 'string' },
      'step-ms': { type: 'string' },
      'data-dir': { type: 'string' },
      version: { type: 'string' },
      previews: { type: 'boolean', default: false },
      faults: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { host, version, previews, faults } = values;
  const stepMs = values['step-ms'];
  const dataDir = values['data-dir'];
  return {
    port: wholeNumber('--port', values.port, 65_535),
    previews,
    faults,
    ...(host !== undefined && { host }),
    ...(version !== undefined && { version }),
    ...(dataDir !== undefined && { dataDir }),
    ...(stepMs !== undefined && { stepMs: wholeNumber('--step-ms', stepMs, 3_600_000) }),
  };
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= max) return value;
  throw new Error(`${name} must be a whole number from 0 to ${max}, not ${JSON.stringify(text)}`);
}

/** The error, and what to type instead. */
function advice(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', message, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken. Take another with --port (0 picks a free one).`;
  // npm swallows options that come without the dashes, and passes only their values.
  if (code.startsWith('ERR_PARSE_ARGS')) return `${message}. See: npm run simulator -- --help`;
  return message;
}

main().catch((error: unknown) => {
  process.stderr.write(`${advice(error)}\n`);
  process.exitCode = 1;
});
