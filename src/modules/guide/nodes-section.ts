import type { ProviderDevice, ProviderState } from '../providers/public/provider-directory';
import { inlineCode, table } from './markdown';
import type { GuideFacts } from './guide-facts';

const HEAD = ['Node', 'State', 'Takes', 'Devices', 'In its own queue'];
/** The rest is in `GET /api/providers`. */
const MAX_NODES = 20;
const MAX_DEVICES = 4;

/** The current state of the nodes. */
export function nodesSection({ nodes }: GuideFacts): string {
  if (nodes.length === 0)
    return '\n**There is no node.** Tell the operator: nodes are named in the configuration (`providers`).\n';
  const warning = nodes.every(({ status }) => status === 'offline')
    ? '\n**No node is online now.** `GET /api/providers` says why; ask again until one is, or tell the operator. What you submit meanwhile waits.\n'
    : '';
  return `${warning}\n${table(HEAD, nodes.slice(0, MAX_NODES).map(rowOf))}\n`;
}

function rowOf(node: ProviderState): readonly string[] {
  const { id, name, kind, roles, status, is_default, queue } = node;
  const simulated = kind === 'simulator' ? ' (a simulator: placeholders instead of pictures)' : '';
  return [
    `${inlineCode(id)}${name === id ? '' : ` ${inlineCode(name)}`}${is_default ? ', default' : ''}`,
    `${status}${simulated}`,
    roles.map((role) => (role === 'image' ? 'pictures' : 'clips')).join(', ') || 'no new jobs',
    node.devices.slice(0, MAX_DEVICES).map(describeDevice).join(', '),
    status === 'online' ? `${queue.running} running, ${queue.pending} waiting` : '',
  ];
}

const GB = 1_000_000_000;

const describeDevice = ({ name, vram_total }: ProviderDevice): string =>
  `${inlineCode(name, 40)}${vram_total > 0 ? ` ${Math.round(vram_total / GB)} GB` : ''}`;
