import { NodeStatusGateway } from '../../src/modules/providers/gateway/node-status.gateway';
import { NodeSocketsGateway } from '../../src/modules/providers/gateway/node-sockets.gateway';
import { NodeEventsService } from '../../src/modules/providers/monitor/node-events.service';
import { MemorySamplingService } from '../../src/modules/providers/monitor/memory-sampling.service';
import { NodeSocketService } from '../../src/modules/providers/monitor/node-socket.service';
import { NodeMonitorService } from '../../src/modules/providers/monitor/node-monitor.service';
import { NodePollingService } from '../../src/modules/providers/monitor/node-polling.service';
import type { NodeEvent } from '../../src/modules/providers/public/node-events';
import { SystemIds } from '../../src/platform/clock/clock';
import { type GatewayFixture, gatewayFixture } from './gateway-fixture';
import { ManualClock } from './manual-clock';
import type { Script } from './scripted-node';
import { sendJson, sendNotFound } from './scripted-node';

export interface MonitorFixture extends GatewayFixture {
  readonly clock: ManualClock;
  readonly bus: NodeEventsService;
  readonly monitor: NodeMonitorService;
  /** Every event since the start. */
  readonly events: NodeEvent[];
}

/** Monitors as the module builds them, with a manual clock. */
export function monitorFixture(content: object): MonitorFixture {
  const clock = new ManualClock();
  const fixture = gatewayFixture(content, clock);
  const { registry, requests, catalogue } = fixture;
  const ids = new SystemIds();
  const bus = new NodeEventsService(ids);
  const events: NodeEvent[] = [];
  bus.stream.subscribe((event) => events.push(event));
  const watch = new NodePollingService(
    new NodeStatusGateway(requests),
    registry,
    catalogue,
    bus,
    clock,
  );
  const listener = new NodeSocketService(new NodeSocketsGateway(clock), bus, registry, clock, ids);
  const memory = new MemorySamplingService(new NodeStatusGateway(requests), registry, bus, clock);
  const monitor = new NodeMonitorService(watch, listener, memory, catalogue);
  return { ...fixture, clock, bus, events, monitor };
}

/** A node in good health; `remaining` is its queue. */
export function healthy(remaining = 0, version = '0.33.0'): Script {
  const device = { name: 'cuda:0', type: 'cuda', vram_total: 24, vram_free: 20, index: 0 };
  const requests: Readonly<Record<string, unknown>> = {
    '/system_stats': { system: { comfyui_version: version, argv: ['/srv'] }, devices: [device] },
    '/prompt': { exec_info: { queue_remaining: remaining } },
    '/features': { max_upload_size: 5000 },
    '/object_info': { EmptyImage: { input: {}, output: ['IMAGE'] } },
  };
  return ({ path }, response) => {
    if (path in requests) sendJson(response, requests[path]);
    else sendNotFound(response);
  };
}
