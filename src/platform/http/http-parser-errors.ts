import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type AppError, codedError } from '../errors/app-error';
import { BadRequest, RequestTimeout } from './http.errors';

class HeadersTooLarge extends codedError({
  code: 'headers_too_large',
  status: 431,
  meaning:
    'The request line and headers together are larger than 16 KiB. Send fewer ids at once, or shorter headers.',
}) {
  constructor() {
    super('Send a shorter URL and fewer or shorter headers.');
  }
}

/** Time for an upload over a slow connection; headers must arrive within Node's own minute. */
const REQUEST_TIMEOUT_MS = 60 * 60 * 1000;

/** Answers in this service's format what Node's HTTP parser refuses. */
export function answerHttpParserErrors(server: Server): void {
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  // Node would answer 400 without a body. It takes this as an option of `createServer`, which Nest doesn't pass on.
  Object.assign(server, { requireHostHeader: false });
  // Unknown expectations may be ignored (RFC 9110, 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (fault: NodeJS.ErrnoException, socket: Duplex) => {
    const isUnreachable = !socket.writable || fault.code === 'ECONNRESET';
    if (isUnreachable || isAnswering(socket)) socket.destroy();
    else socket.end(rendered(errorFor(fault.code)));
  });
}

/** Has an answer begun on this socket? Ours would end up in the middle of it. Node checks it the same way. */
function isAnswering(socket: Duplex): boolean {
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return answer?.headersSent === true;
}

function errorFor(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') return new HeadersTooLarge();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new RequestTimeout();
  return new BadRequest();
}

function rendered({ spec, message }: AppError): string {
  const body = JSON.stringify({ detail: message, code: spec.code });
  return [
    `HTTP/1.1 ${spec.status} ${spec.code}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
