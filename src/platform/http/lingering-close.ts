import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';

/** How much is read for nothing after an answer that ends its connection. */
export interface Linger {
  /** Milliseconds. */
  readonly ms: number;
  /** Looked at now and then: it may become a few more. */
  readonly bytes: number;
  /** Once aborted, nothing is waited for any more. */
  readonly ending?: AbortSignal;
}

/** As long as a JSON body may take to arrive, and more than uploads weigh, as a rule. */
const LINGER: Linger = { ms: 60_000, bytes: 1024 ** 3 };
/** How often the bounds are looked at. Milliseconds. */
const LOOK_MS = 250;

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
  const begun = socket.bytesRead;
  let waited = 0;
  // Not by listening to the data: Node's parser has them to itself, and stalls when they are taken from it.
  const looks = setInterval(() => {
    waited += LOOK_MS;
    if (waited >= ms || socket.bytesRead - begun > bytes) close();
  }, LOOK_MS).unref();
  socket.once('close', () => {
    clearInterval(looks);
    ending?.removeEventListener('abort', close);
  });
  ending?.addEventListener('abort', close);
  if (ending?.aborted) close();
  request.once('end', () => closeSoon(socket));
  request.resume();
  socket.end();
}
