import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type WireValue, readJson } from '../wire/json';

/** Maximum body, in bytes; `/features` names it. */
export const MAX_UPLOAD_SIZE = 104_857_600;

/** The body is larger than the node takes. */
export class BodyTooLarge extends Error {}

/** One request, as routes see it. */
export class NodeRequest {
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  private bodyPromise: Promise<Buffer> | undefined;

  constructor(
    readonly stream: IncomingMessage,
    /** Decoded values of the pattern's placeholders. */
    readonly params: Readonly<Record<string, string>>,
  ) {
    this.headers = stream.headers;
    this.query = new URL(stream.url ?? '/', 'http://node').searchParams;
  }

  /** The value of a placeholder. */
  param(name: string): string {
    return this.params[name] ?? '';
  }

  /** The whole body. Throws `BodyTooLarge`. */
  async body(): Promise<Buffer> {
    return (this.bodyPromise ??= collect(this.stream));
  }

  /** The body as JSON. Throws for what Python's parser refuses. */
  async json(): Promise<WireValue> {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      await this.body(),
    );
    return readJson(text);
  }
}

/**
 * Settles as soon as the body is complete or too large. The rest of a too large body is drained: otherwise the client
 * would block before it reads the answer.
 */
async function collect(stream: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size < MAX_UPLOAD_SIZE) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      reject(new BodyTooLarge());
    });
    stream.once('end', () => resolve(Buffer.concat(chunks)));
    stream.once('error', reject);
  });
}
