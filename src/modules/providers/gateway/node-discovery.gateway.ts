import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../../platform/clock/clock';
import { Slots, SlotsBusy } from '../../../platform/slots';
import { parseTolerantJson } from '../responses/tolerant-json';
import { NodeAnswered, NodeBadAnswer, NodeBusy } from '../public/node-errors';
import {
  type DiscoveryRequest,
  NodeDiscovery,
  type DiscoveryResponse,
} from '../public/node-discovery';
import { expectSuccess, type NodeResponse } from './node-response';
import { NodeRequestsGateway } from './node-requests.gateway';

/** Endpoints that change only with the node's files and custom nodes. They take no query parameters. */
const CACHED_ENDPOINTS: ReadonlySet<string> = new Set(['object_info', 'models']);
const CACHE_TTL_MS = 5000;
/** Of all cached answers together. */
const MAX_CACHE_BYTES = 256 * 1024 * 1024;
/** Approximate memory per character: the text, its parsed value, and its redacted text. */
const BYTES_PER_CHARACTER = 8;
/** A node that is loading a model answers slowly. */
const TIMEOUT_MS = 30_000;
/** Per node: an answer may have 64 MiB. */
const NODE_CONCURRENCY = 4;
const NODE_MAX_WAITING = 64;
/** Per caller and node: fewer, so that others always get a slot. */
const CALLER_CONCURRENCY = 3;
const CALLER_MAX_WAITING = 29;
const RETRY_MS = 1000;

/** Forwards discovery requests of callers to nodes. */
@Injectable()
export class NodeDiscoveryGateway extends NodeDiscovery {
  private readonly cache: LRUCache<string, DiscoveryResponse>;
  private readonly underWay = new Map<string, Promise<DiscoveryResponse>>();
  private readonly nodeSlots = new Map<string, Slots>();
  /** By caller and node. */
  private readonly callerSlots = new Map<string, Slots>();

  constructor(
    private readonly requests: NodeRequestsGateway,
    clock: Clock,
  ) {
    super();
    this.cache = new LRUCache({
      maxSize: MAX_CACHE_BYTES,
      sizeCalculation: ({ text }, key) => text.length * BYTES_PER_CHARACTER + key.length,
      ttl: CACHE_TTL_MS,
      ttlResolution: 0,
      ttlAutopurge: true,
      perf: { now: () => clock.monotonic() },
    });
  }

  async get(providerId: string, question: DiscoveryRequest): Promise<DiscoveryResponse> {
    const { caller, segments, query } = question;
    const nodePath = `/${segments.map(encodeURIComponent).join('/')}`;
    const callerKey = `${providerId} ${caller.ownerId ?? ''}`;
    const own = slotsOf(this.callerSlots, callerKey, CALLER_CONCURRENCY, CALLER_MAX_WAITING);
    try {
      if (CACHED_ENDPOINTS.has(segments[0] ?? ''))
        return await this.getCached(providerId, nodePath, callerKey, own);
      const path = query === '' ? nodePath : `${nodePath}?${query}`;
      return await own.run(() => this.fetch(providerId, path));
    } catch (error) {
      throw error instanceof SlotsBusy ? new NodeBusy(providerId, RETRY_MS) : error;
    }
  }

  /** Concurrent requests share one answer; no caller waits for a slot of another caller. */
  private getCached(
    providerId: string,
    path: string,
    callerKey: string,
    own: Slots,
  ): Promise<DiscoveryResponse> | DiscoveryResponse {
    // The URL is part of the key: the same id may be configured for another node.
    const key = `${this.requests.endpoint(providerId).url}${path}`;
    const current = () => this.cache.get(key) ?? this.underWay.get(key);
    const fetched = async () => {
      const reply = await this.fetch(providerId, path);
      this.cache.set(key, reply);
      return reply;
    };
    const inSlot = () => own.run(async () => current() ?? this.once(key, fetched));
    return current() ?? this.once(`${callerKey} ${key}`, inSlot);
  }

  private once(key: string, ask: () => Promise<DiscoveryResponse>): Promise<DiscoveryResponse> {
    const asking = this.underWay.get(key) ?? ask().finally(() => this.underWay.delete(key));
    this.underWay.set(key, asking);
    return asking;
  }

  private fetch(providerId: string, path: string): Promise<DiscoveryResponse> {
    const call = { method: 'GET', path, timeoutMs: TIMEOUT_MS } as const;
    return slotsOf(this.nodeSlots, providerId, NODE_CONCURRENCY, NODE_MAX_WAITING).run(async () =>
      readReply(providerId, await this.requests.request(providerId, call)),
    );
  }
}

/** Never removed: there are few nodes and accounts, and each entry is small. */
function slotsOf(all: Map<string, Slots>, key: string, atOnce: number, waiting: number): Slots {
  const slots = all.get(key) ?? new Slots(atOnce, { maxWaiting: waiting });
  all.set(key, slots);
  return slots;
}

/** Statuses of a proxy in front of the node, not of ComfyUI. */
const PROXY_STATUSES = [401, 403, 407, 429, 503];

function readReply(providerId: string, answer: NodeResponse): DiscoveryResponse {
  const { status, text } = answer;
  if (status < 400 || PROXY_STATUSES.includes(status)) expectSuccess(providerId, answer);
  const reply = parsed(text);
  // ComfyUI's 404 has no body; its 5xx counts as its own answer only when it is JSON.
  if (status >= 400 && status < 500) throw new NodeAnswered(providerId, status);
  if (!reply) throw new NodeBadAnswer(providerId, 'it is not JSON');
  if (status !== 200) throw new NodeAnswered(providerId, status);
  return reply;
}

/** The text is rewritten only when it holds Python's `NaN` or `Infinity`, which aren't JSON. */
function parsed(text: string): DiscoveryResponse | null {
  try {
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    return rewritten(text);
  }
}

function rewritten(text: string): DiscoveryResponse | null {
  try {
    const value = parseTolerantJson(text);
    return { text: JSON.stringify(value), value };
  } catch {
    return null;
  }
}
