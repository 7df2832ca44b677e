import { WHICH_CONFIG_FILE } from '../../ui/config-file';

export const noticesWords = {
  announcements: 'Announcements',
  lost: 'The connection to Kinora is lost. What you see may be out of date; it comes back by itself.',
  newer: 'A newer version of Kinora runs now.',
  reload: 'Reload',
  later: 'Reload later',
  noNode: 'No node is connected: nothing can be made yet.',
  simulator: 'You are on the built-in simulator: pictures are stand-ins.',
  connect: 'Connect a ComfyUI node →',
  dismiss: 'Hide this note',
  connectTitle: 'Connect a ComfyUI node',
  connectText:
    'Add this to config.json, with the address of your node. The file is read again by itself: the node appears within seconds. ComfyUI 0.3.64 and newer work.',
  connectFile: WHICH_CONFIG_FILE,
  snippet: 'Lines for config.json',
  started: (count: number) => `${count} started`,
  done: (count: number) => `${count} done`,
  failed: (count: number) => `${count} failed`,
  cancelled: (count: number) => `${count} cancelled`,
  run: {
    completed: (name: string) => `${name} is trained`,
    failed: (name: string) => `Training of ${name} failed`,
  },
  showRun: 'Show',
  nodeAway: (name: string) => `Node ${name} is away`,
  nodeBack: (name: string) => `Node ${name} is back`,
  sentence: (parts: readonly string[]) => `${parts.join(', ')}.`,
} as const;
