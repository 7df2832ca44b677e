import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';

/** The server changed the protocol of the connection instead of answering. */
export class ProtocolChanged extends Error {}

/**
 * A request whose headers are not sent yet. Redirects aren't followed, since they could carry keys to another host, and
 * proxies of the environment aren't used.
 */
export function requestTo(url: string, options: RequestOptions): ClientRequest {
  const target = new URL(url);
  return target.protocol === 'https:'
    ? https.request(target, options)
    : http.request(target, options);
}

/**
 * Sends the headers and the body of a request.
 * @returns the response, once its headers have come; its body fails if the connection breaks or the request is aborted
 * @throws ProtocolChanged, the errors of sockets and of Node's HTTP parser, and an error of `content`
 */
export function responseTo(
  request: ClientRequest,
  content?: string | Buffer | Readable,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve).on('error', reject);
    // After an answer or an error, this changes nothing.
    request.once('close', () => reject(new ProtocolChanged('the server changed the protocol')));
    // Node takes a body without a length for complete when its connection is reset or the request aborted.
    request.once('response', (response) =>
      request.once('error', (error) => response.destroy(error)),
    );
    // The server may have answered without reading the whole body: Node's client would go on sending it.
    const endUnsent = (): void => void (request.writableFinished || request.destroy());
    request.once('response', (response) => response.once('close', endUnsent));
    if (content === undefined || typeof content === 'string' || Buffer.isBuffer(content))
      request.end(content);
    else content.once('error', (error) => request.destroy(error)).pipe(request);
  });
}

/** The headers of a JSON body. */
export const jsonHeaders = (json: string): Record<string, string | number> => ({
  'Content-Type': 'application/json',
  'Content-Length': Buffer.byteLength(json),
});

/** The whole body of a response; `null` if it has more bytes than `maxBytes`. */
export async function bodyOf(response: Readable, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
