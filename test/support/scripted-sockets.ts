import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ScriptedNode } from './scripted-node';

export interface ScriptedSocket {
  readonly clientId: string;
  readonly headers: IncomingMessage['headers'];
  /** Messages of the client. */
  readonly messages: unknown[];
  readonly pings: () => number;
  readonly socket: WebSocket;
}

/** Adds `/ws` to a node. The returned list grows with every opened socket. */
export function serveSockets(
  node: ScriptedNode,
  options: { readonly pong?: boolean } = {},
): ScriptedSocket[] {
  const opened: ScriptedSocket[] = [];
  const sockets = new WebSocketServer({
    server: node.server,
    path: '/ws',
    autoPong: options.pong ?? true,
  });
  sockets.on('connection', (socket, { url, headers }) => {
    const clientId = new URL(url ?? '', 'http://node').searchParams.get('clientId') ?? '';
    const messages: unknown[] = [];
    let pings = 0;
    socket.on('error', () => undefined);
    socket.on('ping', () => (pings += 1));
    socket.on('message', (data) => messages.push(JSON.parse((data as Buffer).toString())));
    opened.push({ clientId, headers, messages, pings: () => pings, socket });
  });
  return opened;
}

/** Sends an event as nodes do. */
export function sendEvent({ socket }: ScriptedSocket, type: string, data: object): void {
  socket.send(JSON.stringify({ type, data }));
}

export function queueStatus(remaining: number): { status: object } {
  return { status: { exec_info: { queue_remaining: remaining } } };
}
