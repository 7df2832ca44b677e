import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';

/** How much is read and discarded after an answer that ends its connection. */
export interface Linger {
  /** Milliseconds. */
  readonly ms: number;
  /** Checked at intervals: a little more may be read. */
  readonly bytes: number;
  /** When aborted, connections close at once. */
  readonly ending?: AbortSignal;
}

/** As long as a JSON body may take to arrive, and more bytes than uploads usually have. */
const LINGER: Linger = { ms: 60_000, bytes: 1024 ** 3 };
/** How often the limits are checked. Milliseconds. */
const CHECK_INTERVAL_MS = 250;

/**
 * An answer that ends its connection may come before the body's end: refusals do. The rest of the body is then read and
 * thrown away, within bounds, before the connection is closed. Closing at once would reset the connection, and a client
 * that is still sending would lose the answer (RFC 9112, 9.6); many clients read only after they have sent everything.
 */
export function lingerOnClose(server: Server, linger: Partial<Linger> = {}): void {
  server.on('request', (request: IncomingMessage) => {
    const { socket } = request;
    // Node calls this to close a connection after its last answer.
    socket.destroySoon = () => {
      if (request.complete) closeSoon(socket);
      else discardRest(request, { ...LINGER, ...linger });
    };
  });
}

function closeSoon(socket: Socket): void {
  Socket.prototype.destroySoon.call(socket);
}

/** Half-closes the connection, and closes it when the body has arrived. */
function discardRest(request: IncomingMessage, { ms, bytes, ending }: Linger): void {
  const { socket } = request;
  const close = (): void => void socket.destroy();
  const begun = socket.bytesRead;
  let waited = 0;
  // Not by a data listener: it would take the data away from Node's parser.
  const checks = setInterval(() => {
    waited += CHECK_INTERVAL_MS;
    if (waited >= ms || socket.bytesRead - begun > bytes) close();
  }, CHECK_INTERVAL_MS).unref();
  socket.once('close', () => {
    clearInterval(checks);
    ending?.removeEventListener('abort', close);
  });
  ending?.addEventListener('abort', close);
  if (ending?.aborted) close();
  request.once('end', () => closeSoon(socket));
  request.resume();
  socket.end();
}
