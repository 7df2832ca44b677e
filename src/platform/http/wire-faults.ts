import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError, errorSpec } from '../errors/app-error';
import { BadRequest, RequestTimeout } from './http.errors';

const HEADERS_TOO_LARGE = errorSpec({
  code: 'headers_too_large',
  status: 431,
  meaning: 'The request line and headers together are larger than 16 KiB.',
});

class HeadersTooLarge extends AppError {
  constructor() {
    super(HEADERS_TOO_LARGE, 'Send a shorter URL and fewer or shorter headers.');
  }
}

/** An upload over a slow line takes its time; headers must come within Node's own minute. */
const REQUEST_TIMEOUT_MS = 60 * 60 * 1000;

/** Answers in our words what Node's parser refuses before there is a request. */
export function answerWireFaults(server: Server): void {
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  // An expectation that nobody knows is none that must be met (RFC 9110, 10.1.1); Node would answer 417 without a word.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (fault: NodeJS.ErrnoException, socket: Duplex) => {
    const mute = !socket.writable || fault.code === 'ECONNRESET';
    if (mute || isAnswering(socket)) socket.destroy();
    else socket.end(rendered(errorFor(fault.code)));
  });
}

/** Has an answer begun on this socket? Then ours would stand in the middle of it. Node asks itself the same way. */
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
