import { connect } from 'node:net';

/** An HTTP answer, parsed from its bytes. */
export interface WireAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const TIMEOUT_MS = 20_000;

/** A raw HTTP request. */
export interface WireRequest {
  readonly bytes: Buffer;
  /** The client closes after the bytes, before the promised length. */
  readonly isCut: boolean;
}

/**
 * Sends bytes that no HTTP client would and reads until the server closes; of an event stream only the beginning.
 * `null` when the server closed without an answer. Rejects on timeout.
 */
export function exchange(port: number, { bytes, isCut }: WireRequest): Promise<WireAnswer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      if (isCut) socket.end(bytes);
      else socket.write(bytes);
    });
    const read = (): WireAnswer | null => parse(Buffer.concat(chunks).toString('latin1'));
    socket.setTimeout(TIMEOUT_MS, () => {
      reject(new Error(`no end after ${TIMEOUT_MS} ms: ${JSON.stringify(read())}`));
      socket.destroy();
    });
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (read()?.headers['content-type']?.startsWith('text/event-stream')) socket.destroy();
    });
    // The server may close while we still write; its answer counts.
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(read()));
  });
}

const INTERIM = /^HTTP\/1\.1 1\d\d [^]*?\r\n\r\n/;

function parse(text: string): WireAnswer | null {
  const [head = '', ...rest] = text.replace(INTERIM, '').split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1];
  if (status === undefined) return null;
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), value.join(':').trim()];
    }),
  );
  const body = Buffer.from(rest.join('\r\n\r\n'), 'latin1').toString('utf8');
  return { status: Number(status), headers, body };
}
