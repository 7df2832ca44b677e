import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../../platform/clock/clock';
import { Slots, SlotsBusy } from '../../../platform/slots';
import type { JsonRecord } from '../../../platform/json';
import { readInPieces } from '../responses/json-pieces';
import { NodeAnswered, NodeBadAnswer, NodeBusy, NodeRefused } from '../public/node-errors';
import {
  type DiscoveryRequest,
  NodeDiscovery,
  type DiscoveryResponse,
} from '../public/node-discovery';
import { NodeCatalogueGateway } from './node-catalogue.gateway';
import { LARGE_ANSWER_BYTES, type NodeHttpRequest } from './node-http.gateway';
import { expectSuccess, jsonFault, type NodeResponse } from './node-response';
import { NodeRequestsGateway } from './node-requests.gateway';

/** Endpoints that change only with the node's files and custom nodes. They take no query parameters. */
const CACHED_ENDPOINTS: ReadonlySet<string> = new Set(['object_info', 'models']);
const CACHE_TTL_MS = 5000;
/** The size of all cached answers together. */
const MAX_CACHE_BYTES = 256 * 1024 * 1024;
/** Approximate memory per byte of an answer and its parsed value. */
const MEMORY_PER_BYTE = 8;
/** Answers whose size doesn't depend on the node's queue or files: the usual limit applies. */
const SMALL_ENDPOINTS: ReadonlySet<string> = new Set(['system_stats', 'features', 'prompt']);
/** A node that is loading a model answers slowly. */
const TIMEOUT_MS = 30_000;
/** Per node: an answer may have 64 MiB. */
const NODE_CONCURRENCY = 4;
const NODE_MAX_WAITING = 64;
/** Per caller and node: fewer, so that others always get a slot. */
const CALLER_CONCURRENCY = 3;
const CALLER_MAX_WAITING = 29;
const RETRY_MS = 1000;

interface SizedResponse extends DiscoveryResponse {
  /** Of the answer as the node wrote it. */
  readonly bytes: number;
}

/** Forwards discovery requests of callers to nodes. */
@Injectable()
export class NodeDiscoveryGateway implements NodeDiscovery {
  private readonly cache: LRUCache<string, SizedResponse>;
  private readonly underWay = new Map<string, Promise<SizedResponse>>();
  private readonly nodeSlots = new Map<string, Slots>();
  /** By caller and node. */
  private readonly callerSlots = new Map<string, Slots>();

  constructor(
    private readonly requests: NodeRequestsGateway,
    private readonly catalogue: NodeCatalogueGateway,
    clock: Clock,
  ) {
    this.cache = new LRUCache({
      maxSize: MAX_CACHE_BYTES,
      sizeCalculation: ({ bytes }, key) => bytes * MEMORY_PER_BYTE + key.length,
      ttl: CACHE_TTL_MS,
      ttlResolution: 0,
      ttlAutopurge: true,
      perf: { now: () => clock.monotonic() },
    });
  }

  async objectInfo(providerId: string): Promise<JsonRecord> {
    try {
      return await this.catalogue.describedClasses(providerId);
    } catch (error) {
      if (!(error instanceof NodeRefused)) throw error;
      throw new NodeAnswered(providerId, error.nodeStatus, '/object_info');
    }
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
      const limits = SMALL_ENDPOINTS.has(segments[0] ?? '') ? {} : { maxBytes: LARGE_ANSWER_BYTES };
      return await own.run(() => this.fetch(providerId, path, limits));
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
  ): Promise<SizedResponse> | SizedResponse {
    // The URL is part of the key: the same id may be configured for another node.
    const key = `${this.requests.endpoint(providerId).url}${path}`;
    const current = () => this.cache.get(key) ?? this.underWay.get(key);
    const fetched = async () => {
      const reply = await this.fetch(providerId, path, { maxBytes: LARGE_ANSWER_BYTES });
      this.cache.set(key, reply);
      return reply;
    };
    const inSlot = () => own.run(async () => current() ?? this.once(key, fetched));
    return current() ?? this.once(`${callerKey} ${key}`, inSlot);
  }

  private once(key: string, ask: () => Promise<SizedResponse>): Promise<SizedResponse> {
    const asking = this.underWay.get(key) ?? ask().finally(() => this.underWay.delete(key));
    this.underWay.set(key, asking);
    return asking;
  }

  private fetch(
    providerId: string,
    path: string,
    limits: Pick<NodeHttpRequest, 'maxBytes'>,
  ): Promise<SizedResponse> {
    const call = { method: 'GET', path, timeoutMs: TIMEOUT_MS, ...limits } as const;
    return slotsOf(this.nodeSlots, providerId, NODE_CONCURRENCY, NODE_MAX_WAITING).run(async () =>
      readReply(providerId, path, await this.requests.request(providerId, call)),
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

async function readReply(
  providerId: string,
  path: string,
  answer: NodeResponse,
): Promise<SizedResponse> {
  const { status, chunks } = answer;
  if (status < 400 || PROXY_STATUSES.includes(status)) await expectSuccess(providerId, answer);
  // ComfyUI's 404 has no body; its 5xx counts as its own answer only when it is JSON.
  if (status >= 400 && status < 500) throw new NodeAnswered(providerId, status, path);
  const { value, isStrict } = await readInPieces(chunks).catch((error: unknown) => {
    throw new NodeBadAnswer(providerId, jsonFault(error), error);
  });
  if (status !== 200) throw new NodeAnswered(providerId, status, path);
  return { value, chunks: isStrict ? chunks : null, bytes: sizeOf(chunks) };
}

const sizeOf = (chunks: readonly Buffer[]): number =>
  chunks.reduce((size, { length }) => size + length, 0);
