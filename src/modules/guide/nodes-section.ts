import type { ProviderDevice, ProviderState } from '../providers/public/provider-directory';
import { inlineCode, table } from './markdown';
import type { GuideFacts } from './guide-facts';

const HEAD = ['Node', 'State', 'Takes', 'Devices', 'In its own queue'];
/** More aren't told: `GET /api/providers` lists all. */
const MOST = 20;
const MOST_DEVICES = 4;

/** The nodes as they are now. Pure. */
export function nodesSection({ nodes }: GuideFacts): string {
  if (nodes.length === 0)
    return '\n**There is no node.** Tell the operator: nodes are named in `config.json` (`providers`).\n';
  const away = nodes.every(({ status }) => status === 'offline')
    ? '\n**No node is online now.** `GET /api/providers` says why; ask again until one is, or tell the operator. What you submit meanwhile waits.\n'
    : '';
  return `${away}\n${table(HEAD, nodes.slice(0, MOST).map(rowOf))}\n\nMore jobs may wait here: a plan tells how long.\n`;
}

function rowOf(node: ProviderState): readonly string[] {
  const { id, name, kind, roles, status, is_default, queue } = node;
  const simulated = kind === 'simulator' ? ' (a simulator: stand-ins, nothing is painted)' : '';
  return [
    `${inlineCode(id)}${name === id ? '' : ` ${inlineCode(name)}`}${is_default ? ', default' : ''}`,
    `${status}${simulated}`,
    roles.map((role) => (role === 'image' ? 'pictures' : 'clips')).join(', '),
    node.devices.slice(0, MOST_DEVICES).map(deviceWords).join(', '),
    status === 'online' ? `${queue.running} running, ${queue.pending} waiting` : '',
  ];
}

const GB = 1_000_000_000;

const deviceWords = ({ name, vram_total }: ProviderDevice): string =>
  `${inlineCode(name, 40)}${vram_total > 0 ? ` ${Math.round(vram_total / GB)} GB` : ''}`;
