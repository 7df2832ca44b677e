import type { IncomingMessage } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { ScriptedNode } from './scripted-node';

export interface ScriptedSocket {
  readonly clientId: string;
  readonly headers: IncomingMessage['headers'];
  /** What the client said. */
  readonly heard: unknown[];
  readonly pings: () => number;
  readonly socket: WebSocket;
}

/** Gives a node a `/ws`. Every socket that was ever opened stays in the list. */
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
    const heard: unknown[] = [];
    let pings = 0;
    socket.on('error', () => undefined);
    socket.on('ping', () => (pings += 1));
    socket.on('message', (data) => heard.push(JSON.parse((data as Buffer).toString())));
    opened.push({ clientId, headers, heard, pings: () => pings, socket });
  });
  return opened;
}

/** A frame as nodes send it. */
export function say({ socket }: ScriptedSocket, type: string, data: object): void {
  socket.send(JSON.stringify({ type, data }));
}

export function saysRemaining(remaining: number): { status: object } {
  return { status: { exec_info: { queue_remaining: remaining } } };
}
