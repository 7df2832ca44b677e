import { Injectable } from '@nestjs/common';
import WebSocket, { type RawData } from 'ws';
import type { NodeEndpoint } from '../node-registry';

const HANDSHAKE_MS = 10_000;
/** Larger than any preview, and than most pictures that nodes send over the socket. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Who listens to a socket. */
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
  /** At once, without a farewell: the other side may be dead. */
  end(): void;
}

/** WebSockets to nodes. */
@Injectable()
export class NodeSocketsGateway {
  /** Never throws: a socket that can't be opened closes. */
  open(endpoint: NodeEndpoint, clientId: string, ears: SocketHandlers): NodeSocket {
    const address = `${endpoint.url.replace(/^http/, 'ws')}/ws?clientId=${clientId}`;
    const socket = new WebSocket(address, {
      headers: { 'User-Agent': 'kinora', ...endpoint.headers },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MOST_BYTES,
      perMessageDeflate: false,
    });
    socket.on('error', () => undefined);
    socket.on('pong', () => ears.pong());
    socket.on('message', (data, isBinary) => {
      if (isBinary) ears.binary(bytesOf(data));
      else ears.text(bytesOf(data).toString('utf8'));
    });
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const opened = new Promise<boolean>((resolve) => {
      socket.once('open', () => {
        askForPreviewMetadata(socket);
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
}

/** Previews then say which prompt they show. Must be the first message. */
function askForPreviewMetadata(socket: WebSocket): void {
  const features = { type: 'feature_flags', data: { supports_preview_metadata: true } };
  socket.send(JSON.stringify(features));
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
