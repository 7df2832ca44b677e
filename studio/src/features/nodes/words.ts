import { WHICH_CONFIG_FILE } from '../../ui/config-file';
import { bytes, count, counted, duration, expectedDuration } from '../../ui/format';

export const nodesWords = {
  title: 'Nodes',
  list: 'Nodes',
  add: 'How to add a node',
  online: 'Online',
  offline: 'Away',
  lasted: (seconds: number) =>
    seconds < 60 ? 'for less than a minute' : `for ${duration(seconds)}`,
  default: 'Default',
  simulator: 'Built-in simulator: its pictures are stand-ins',
  comfyui: (version: string) => `ComfyUI ${version}`,
  lastSeen: 'Last seen',
  neverSeen: 'Never seen yet',
  lastError: 'Last problem',
  makes: (roles: readonly ('image' | 'video')[]) => {
    if (roles.length === 0) return 'Takes no new jobs';
    if (roles.length === 2) return 'Pictures and clips';
    return roles[0] === 'video' ? 'Clips only' : 'Pictures only';
  },
  memory: (type: string) => (type === 'cpu' ? 'Memory' : 'Graphics memory'),
  memoryUse: (used: number, total: number) => `${bytes(used)} of ${bytes(total)} in use`,
  running: (n: number) => (n === 0 ? 'Nothing runs' : `${count(n)} running`),
  pending: (n: number) => `${count(n)} in its queue`,
  others: (n: number) => `${counted(n, 'job')} of others`,
  noJobs: 'No jobs wait for it',
  showJobs: (n: number) => (n === 1 ? 'Show its job' : `Show its ${count(n)} jobs`),
  left: (seconds: number) => `${expectedDuration(seconds)} left`,
  canRun: (able: number, all: number) =>
    able < all
      ? `Runs ${count(able)} of ${count(all)} workflows`
      : all === 1
        ? 'Runs the only workflow'
        : `Runs all ${count(all)} workflows`,
  lacks: (n: number) => `What ${counted(n, 'workflow lacks', 'workflows lack')}`,
  notKnown: 'What it can run shows once it has been reached.',
  nothingMissing: 'Nothing is missing; it may not be meant for this kind of work.',
  openWorkflow: 'Open',
  configBroken: 'The configuration file can’t be used',
  empty: {
    title: 'No nodes yet',
    text: 'A node is a ComfyUI server that makes the pictures.',
  },
  how: {
    title: 'Connect a ComfyUI server',
    text: 'Add it to “providers” in config.json. The file is read again by itself: the node appears here within seconds, without a restart.',
    start: 'Start ComfyUI, 0.3.64 or newer, so that this computer can reach it:',
    file: WHICH_CONFIG_FILE,
    check: 'The address in base_url is the one you open in a browser for ComfyUI.',
    snippet: 'Lines for config.json',
  },
} as const;

/** What to put into config.json. The simulator stays until it is taken out. */
export const SNIPPET = `"providers": [
  { "id": "simulator", "kind": "simulator" },
  {
    "id": "studio",
    "kind": "comfyui",
    "name": "Studio 4090",
    "base_url": "http://192.168.1.20:8188",
    "default": true
  }
]`;
export const START_COMMAND = 'python main.py --listen 0.0.0.0 --port 8188';
