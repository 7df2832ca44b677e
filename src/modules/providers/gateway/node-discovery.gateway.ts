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

/** What changes only with the node's files and packs: seconds old will do. They know no query parameters. */
const KEPT: ReadonlySet<string> = new Set(['object_info', 'models']);
const KEPT_MS = 5000;
/** Bytes of all kept answers together. */
const KEPT_SIZE = 256 * 1024 * 1024;
/** Bytes per character of the text, roughly: the text, the value, and the text that others than admins get. */
const WEIGHT = 8;
/** A node that is loading a model answers late. */
const TIMEOUT_MS = 30_000;
/** Answers may be 64 MiB each: few at once per node, and not everybody waits. */
const AT_ONCE = 4;
const WAITING = 64;
/** Of one caller at one node: a place is always left for the others. */
const OWN_AT_ONCE = 3;
const OWN_WAITING = 29;
const RETRY_MS = 1000;

/** Questions of callers on their way to nodes. */
@Injectable()
export class NodeDiscoveryGateway extends NodeDiscovery {
  private readonly kept: LRUCache<string, DiscoveryResponse>;
  private readonly underWay = new Map<string, Promise<DiscoveryResponse>>();
  private readonly turns = new Map<string, Slots>();
  /** By node and account. */
  private readonly ownTurns = new Map<string, Slots>();

  constructor(
    private readonly answers: NodeRequestsGateway,
    clock: Clock,
  ) {
    super();
    this.kept = new LRUCache({
      maxSize: KEPT_SIZE,
      sizeCalculation: ({ text }, key) => text.length * WEIGHT + key.length,
      ttl: KEPT_MS,
      ttlResolution: 0,
      ttlAutopurge: true,
      perf: { now: () => clock.monotonic() },
    });
  }

  async get(providerId: string, question: DiscoveryRequest): Promise<DiscoveryResponse> {
    const { caller, segments, query } = question;
    const place = `/${segments.map(encodeURIComponent).join('/')}`;
    const mine = `${providerId} ${caller.ownerId ?? ''}`;
    const own = slotsOf(this.ownTurns, mine, OWN_AT_ONCE, OWN_WAITING);
    try {
      if (KEPT.has(segments[0] ?? '')) return await this.askKept(providerId, place, mine, own);
      const path = query === '' ? place : `${place}?${query}`;
      return await own.run(() => this.askNow(providerId, path));
    } catch (error) {
      throw error instanceof SlotsBusy ? new NodeBusy(providerId, RETRY_MS) : error;
    }
  }

  /** Everybody who asks meanwhile gets the same answer; nobody waits for somebody else's turn to ask for it. */
  private askKept(
    providerId: string,
    path: string,
    mine: string,
    own: Slots,
  ): Promise<DiscoveryResponse> | DiscoveryResponse {
    // Another address under the same id is another node.
    const key = `${this.answers.endpoint(providerId).url}${path}`;
    const known = () => this.kept.get(key) ?? this.underWay.get(key);
    const asked = async () => {
      const reply = await this.askNow(providerId, path);
      this.kept.set(key, reply);
      return reply;
    };
    const inTurn = () => own.run(async () => known() ?? this.once(key, asked));
    return known() ?? this.once(`${mine} ${key}`, inTurn);
  }

  private once(key: string, ask: () => Promise<DiscoveryResponse>): Promise<DiscoveryResponse> {
    const asking = this.underWay.get(key) ?? ask().finally(() => this.underWay.delete(key));
    this.underWay.set(key, asking);
    return asking;
  }

  private askNow(providerId: string, path: string): Promise<DiscoveryResponse> {
    const call = { method: 'GET', path, timeoutMs: TIMEOUT_MS } as const;
    return slotsOf(this.turns, providerId, AT_ONCE, WAITING).run(async () =>
      readReply(providerId, await this.answers.request(providerId, call)),
    );
  }
}

/** As many as there are nodes and accounts; each is small. */
function slotsOf(all: Map<string, Slots>, key: string, atOnce: number, waiting: number): Slots {
  const slots = all.get(key) ?? new Slots(atOnce, waiting);
  all.set(key, slots);
  return slots;
}

/** Something in front of the node that wants credentials, or is too busy, isn't the node's own word. */
const NOT_THE_NODE = [401, 403, 407, 429, 503];

function readReply(providerId: string, answer: NodeResponse): DiscoveryResponse {
  const { status, text } = answer;
  if (status < 400 || NOT_THE_NODE.includes(status)) expectSuccess(providerId, answer);
  const reply = parsed(text);
  // A node's 404 has no body; a fault of its own is only its word when it is JSON.
  if (status >= 400 && status < 500) throw new NodeAnswered(providerId, status);
  if (!reply) throw new NodeBadAnswer(providerId, 'it is not JSON');
  if (status !== 200) throw new NodeAnswered(providerId, status);
  return reply;
}

/** Python's `NaN` and `Infinity` aren't JSON: only then the text is written anew. */
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
