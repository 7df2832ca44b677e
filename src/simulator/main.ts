import { parseArgs } from 'node:util';
import { runSimulator, wholeNumber } from './command-line';
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

const VERSIONS: readonly string[] = ['0.33.0', '0.3.64'];
const DEFAULT_PORT = 8188;

async function start(): Promise<SimulatorNode | undefined> {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) {
    process.stdout.write(USAGE);
    return undefined;
  }
  const node = await SimulatorNode.start(options);
  process.stdout.write(
    `Simulator listens on ${node.url}\nIn the providers of config.json:\n${providerOf(node.url)}\n`,
  );
  return node;
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
    port: wholeNumber('--port', values.port, { most: 65_535 }),
    previews,
    faults,
    ...(host !== undefined && { host }),
    ...(version !== undefined && { version: knownVersion(version) }),
    ...(dataDir !== undefined && { dataDir }),
    ...(stepMs !== undefined && { stepMs: wholeNumber('--step-ms', stepMs, { most: 3_600_000 }) }),
  };
}

function knownVersion(version: string): string {
  if (VERSIONS.includes(version)) return version;
  throw new Error(`--version must be ${VERSIONS.join(' or ')}, not ${JSON.stringify(version)}`);
}

runSimulator('simulator', start);
