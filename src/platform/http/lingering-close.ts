import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';

/** How much is read for nothing after an answer that ends its connection. */
export interface Linger {
  /** As long as a JSON body may take to arrive. Milliseconds. */
  readonly ms: number;
  /** More than uploads weigh, as a rule. */
  readonly bytes: number;
  /** Once aborted, nothing is waited for any more. */
  readonly ending?: AbortSignal;
}

const LINGER: Linger = { ms: 60_000, bytes: 1024 ** 3 };

/**
 * An answer that ends its connection may come before the body's end: refusals do. The rest of the body is then read and
 * thrown away, within bounds, before the connection is closed. To close at once resets the connection, and a client that
 * is still sending loses the answer (RFC 9112, 9.6); many programs send `Connection: close` and read only after they
 * have sent all.
 */
export function lingerOnClose(server: Server, linger: Partial<Linger> = {}): void {
  server.on('request', (request: IncomingMessage) => {
    const { socket } = request;
    // This is how Node closes a connection behind its last answer.
    socket.destroySoon = () => {
      if (request.complete) closeSoon(socket);
      else readOn(request, { ...LINGER, ...linger });
    };
  });
}

function closeSoon(socket: Socket): void {
  Socket.prototype.destroySoon.call(socket);
}

/** Says at once that no more comes from here, and closes when the body has come in. */
function readOn(request: IncomingMessage, { ms, bytes, ending }: Linger): void {
  const { socket } = request;
  const close = (): void => void socket.destroy();
  const timer = setTimeout(close, ms).unref();
  let read = 0;
  socket.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > bytes) close();
  });
  socket.once('close', () => {
    clearTimeout(timer);
    ending?.removeEventListener('abort', close);
  });
  ending?.addEventListener('abort', close);
  if (ending?.aborted) close();
  request.once('end', () => closeSoon(socket));
  request.resume();
  socket.end();
}
