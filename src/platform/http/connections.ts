import type { Server } from 'node:http';
import { Socket } from 'node:net';
import { maxOpenFiles } from './open-files.store';

export interface ConnectionOptions {
  /** Connections that may be open at once. */
  readonly max: number;
  /** Aborted when the service begins to end. */
  readonly ending: AbortSignal;
  /** Called whenever a connection is closed because there are too many. */
  readonly onTooMany: () => void;
  /** How long a client may accept no byte of an answer; by default two minutes. Milliseconds. */
  readonly stallMs?: number;
}

/** The system may buffer megabytes and take more only when a third of them are sent: a slow client needs that time. */
const STALL_MS = 120_000;

/** Upper limit, whatever the operating system allows. */
const MAX_CONNECTIONS = 10_000;

/** Half of the files that this process may open: the rest is for media, databases, nodes and child processes. */
export const maxConnections = (): number =>
  Math.min(Math.floor(maxOpenFiles() / 2), MAX_CONNECTIONS);

/**
 * Closes connections without a request in progress: the one that has been idle for longest when there are too many, so
 * that nobody keeps others out by opening connections and sending nothing; all of them during shutdown, which would wait
 * for those that clients have opened in advance. A new connection is closed when there are too many and none is idle.
 *
 * Also closes connections whose client stops reading an answer, which would keep a file or memory for ever. Node notices
 * it after one to two times `stallMs`: a write that has got on since it looked last counts as moving.
 */
export function closeUnusedConnections(
  server: Server,
  { max, ending, onTooMany, stallMs = STALL_MS }: ConnectionOptions,
): void {
  /** Requests in progress by connection. */
  const open = new Map<Socket, number>();
  /** Connections without any, the longest idle first. */
  const idle = new Set<Socket>();
  server.on('connection', (socket) => {
    open.set(socket, 0);
    socket.once('close', () => {
      open.delete(socket);
      idle.delete(socket);
    });
    if (open.size > max) {
      const [longestIdle = socket] = idle;
      longestIdle.destroy();
      onTooMany();
    }
    idle.add(socket);
  });
  server.on('request', ({ socket }, response) => {
    open.set(socket, (open.get(socket) ?? 0) + 1);
    idle.delete(socket);
    // Requests inside of the process have none. Once answered, Node sets the time of keep-alive instead.
    if (socket instanceof Socket) socket.setTimeout(stallMs);
    response.once('close', () => {
      const left = (open.get(socket) ?? 1) - 1;
      if (socket.destroyed) return;
      open.set(socket, left);
      if (left === 0) idle.add(socket);
    });
  });
  server.on('timeout', (socket: Socket) => {
    // An answer that isn't there yet may take longer.
    if (idle.has(socket) || socket.writableLength > 0) socket.destroy();
  });
  ending.addEventListener('abort', () => {
    for (const socket of idle) socket.destroy();
  });
}
