import { Injectable } from '@nestjs/common';
import WebSocket, { type RawData } from 'ws';
import { Clock } from '../../../platform/clock/clock';
import type { NodeEndpoint } from '../node-registry';
import { ReadBudget } from './read-budget';

const HANDSHAKE_MS = 10_000;
/** Larger than any preview, and than most pictures that nodes send over the socket. */
const MAX_FRAME_BYTES = 32 * 1024 * 1024;
/** Texts are small; parsing a large one would keep everybody else waiting. Larger ones are ignored. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** Callbacks of a socket. */
export interface SocketHandlers {
  text(frame: string): void;
  binary(frame: Buffer): void;
  /** The answer to a ping. */
  pong(): void;
}

export interface NodeSocket {
  /** True once it is open; false when it never opens. */
  readonly opened: Promise<boolean>;
  /** It has closed, or never opened. */
  readonly closed: Promise<void>;
  ping(): void;
  /** Closes at once, without a handshake: the other side may be dead. */
  end(): void;
}

/** WebSockets to nodes. */
@Injectable()
export class NodeSocketsGateway {
  /** By node, so that a new connection does not get around it. */
  private readonly budgets = new Map<string, ReadBudget>();

  constructor(private readonly clock: Clock) {}

  /** Never throws: a socket that can't be opened closes. */
  open(endpoint: NodeEndpoint, clientId: string, handlers: SocketHandlers): NodeSocket {
    const address = `${endpoint.url.replace(/^http/, 'ws')}/ws?clientId=${clientId}`;
    const socket = new WebSocket(address, {
      headers: { 'User-Agent': 'kinora', ...endpoint.headers },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
    });
    socket.on('error', () => undefined);
    socket.on('pong', () => handlers.pong());
    socket.on('message', (data, isBinary) => {
      const bytes = bytesOf(data);
      this.pauseIfSpent(socket, this.budgetOf(endpoint.id).spend(bytes.length));
      if (isBinary) handlers.binary(bytes);
      else if (bytes.length <= MAX_TEXT_BYTES) handlers.text(bytes.toString('utf8'));
    });
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const opened = new Promise<boolean>((resolve) => {
      socket.once('open', () => {
        requestPreviewMetadata(socket);
        resolve(true);
      });
      socket.once('close', () => resolve(false));
    });
    return {
      opened,
      closed,
      ping: () => {
        if (socket.readyState === WebSocket.OPEN) socket.ping();
      },
      end: () => socket.terminate(),
    };
  }

  private budgetOf(id: string): ReadBudget {
    const budget = this.budgets.get(id) ?? new ReadBudget(this.clock);
    this.budgets.set(id, budget);
    return budget;
  }

  /** What isn't read stays with the node: TCP slows it down. */
  private pauseIfSpent(socket: WebSocket, ms: number): void {
    if (ms === 0 || socket.isPaused) return;
    socket.pause();
    void this.clock.sleep(ms).then(() => socket.resume());
  }
}

/** Previews then name their prompt. Must be the first message. */
function requestPreviewMetadata(socket: WebSocket): void {
  const features = { type: 'feature_flags', data: { supports_preview_metadata: true } };
  socket.send(JSON.stringify(features));
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
