import { NodeHealth } from '../../src/modules/providers/gateway/node-health.gateway';
import { NodeSockets } from '../../src/modules/providers/gateway/node-sockets.gateway';
import { NodeEventBus } from '../../src/modules/providers/monitor/node-event-bus';
import { MemoryWatch } from '../../src/modules/providers/monitor/memory-watch';
import { NodeListener } from '../../src/modules/providers/monitor/node-listener';
import { NodeMonitor } from '../../src/modules/providers/monitor/node-monitor';
import { NodeWatch } from '../../src/modules/providers/monitor/node-watch';
import type { NodeEvent } from '../../src/modules/providers/public/node-events';
import { SystemIds } from '../../src/platform/clock/clock';
import { type GatewayRig, gatewayRig } from './gateway-rig';
import { ManualClock } from './manual-clock';
import type { Script } from './scripted-node';
import { json, noRoute } from './scripted-node';

export interface MonitorRig extends GatewayRig {
  readonly clock: ManualClock;
  readonly bus: NodeEventBus;
  readonly monitor: NodeMonitor;
  /** Everything that was told since the start. */
  readonly events: NodeEvent[];
}

/** Monitors as the module builds them, in a time that the test moves. */
export function monitorRig(content: object): MonitorRig {
  const clock = new ManualClock();
  const rig = gatewayRig(content, clock);
  const { registry, answers, catalogue } = rig;
  const ids = new SystemIds();
  const bus = new NodeEventBus(ids);
  const events: NodeEvent[] = [];
  bus.stream.subscribe((event) => events.push(event));
  const watch = new NodeWatch(new NodeHealth(answers), registry, catalogue, bus, clock);
  const listener = new NodeListener(new NodeSockets(), bus, registry, clock, ids);
  const memory = new MemoryWatch(new NodeHealth(answers), registry, bus, clock);
  const monitor = new NodeMonitor(watch, listener, memory, catalogue);
  return { ...rig, clock, bus, events, monitor };
}

/** A node in good health; `remaining` is its queue. */
export function healthy(remaining = 0, version = '0.33.0'): Script {
  const device = { name: 'cuda:0', type: 'cuda', vram_total: 24, vram_free: 20, index: 0 };
  const answers: Readonly<Record<string, unknown>> = {
    '/system_stats': { system: { comfyui_version: version, argv: ['/srv'] }, devices: [device] },
    '/prompt': { exec_info: { queue_remaining: remaining } },
    '/features': { max_upload_size: 5000 },
    '/object_info': { EmptyImage: { input: {}, output: ['IMAGE'] } },
  };
  return ({ path }, response) => {
    if (path in answers) json(response, answers[path]);
    else noRoute(response);
  };
}
