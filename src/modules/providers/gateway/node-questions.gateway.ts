import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../../platform/clock/clock';
import { Slots, SlotsBusy } from '../../../platform/slots';
import { parseTolerantJson } from '../answers/tolerant-json';
import { NodeAnswered, NodeBadAnswer, NodeBusy } from '../public/node-errors';
import { type NodeQuestion, NodeQuestions, type NodeReply } from '../public/node-questions';
import { expectSuccess, type WholeAnswer } from './expected';
import { NodeAnswers } from './node-answers.gateway';

/** What changes only with the node's files and packs: seconds old will do. */
const KEPT: ReadonlySet<string> = new Set(['object_info', 'models']);
const KEPT_MS = 5000;
/** Characters of all kept answers together. */
const KEPT_SIZE = 64 * 1024 * 1024;
/** A node that is loading a model answers late. */
const TIMEOUT_MS = 30_000;
/** Answers may be 64 MiB each: few at once per node, and not everybody waits. */
const AT_ONCE = 4;
const WAITING = 64;
const RETRY_MS = 1000;

interface Kept {
  readonly reply: NodeReply;
  readonly at: number;
}

/** Questions of callers on their way to nodes. */
@Injectable()
export class NodeQuestionsGateway extends NodeQuestions {
  private readonly kept = new LRUCache<string, Kept>({
    maxSize: KEPT_SIZE,
    sizeCalculation: ({ reply }, key) => reply.text.length + key.length,
  });
  private readonly underWay = new Map<string, Promise<NodeReply>>();
  private readonly turns = new Map<string, Slots>();

  constructor(
    private readonly answers: NodeAnswers,
    private readonly clock: Clock,
  ) {
    super();
  }

  async ask(providerId: string, { segments, query }: NodeQuestion): Promise<NodeReply> {
    const place = `/${segments.map(encodeURIComponent).join('/')}`;
    const path = query === '' ? place : `${place}?${query}`;
    if (!KEPT.has(segments[0] ?? '')) return this.askNow(providerId, path);
    // Another address under the same id is another node.
    const key = `${this.answers.endpoint(providerId).url}${path}`;
    const known = this.kept.get(key);
    if (known && this.clock.monotonic() - known.at < KEPT_MS) return known.reply;
    return this.underWay.get(key) ?? this.askOnce(key, providerId, path);
  }

  /** Everybody who asks meanwhile gets the same answer. */
  private askOnce(key: string, providerId: string, path: string): Promise<NodeReply> {
    const asking = this.askNow(providerId, path)
      .then((reply) => {
        this.kept.set(key, { reply, at: this.clock.monotonic() });
        return reply;
      })
      .finally(() => this.underWay.delete(key));
    this.underWay.set(key, asking);
    return asking;
  }

  private async askNow(providerId: string, path: string): Promise<NodeReply> {
    const call = { method: 'GET', path, timeoutMs: TIMEOUT_MS } as const;
    try {
      return await this.turnsOf(providerId).run(async () =>
        readReply(providerId, await this.answers.ask(providerId, call)),
      );
    } catch (error) {
      throw error instanceof SlotsBusy ? new NodeBusy(providerId, RETRY_MS) : error;
    }
  }

  private turnsOf(providerId: string): Slots {
    const turns = this.turns.get(providerId) ?? new Slots(AT_ONCE, WAITING);
    this.turns.set(providerId, turns);
    return turns;
  }
}

/** Something in front of the node that wants credentials, or is too busy, isn't the node's own word. */
const NOT_THE_NODE = [401, 403, 407, 429, 503];

function readReply(providerId: string, answer: WholeAnswer): NodeReply {
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
function parsed(text: string): NodeReply | null {
  try {
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    return rewritten(text);
  }
}

function rewritten(text: string): NodeReply | null {
  try {
    const value = parseTolerantJson(text);
    return { text: JSON.stringify(value), value };
  } catch {
    return null;
  }
}
