import { createHash } from 'node:crypto';

/** The fields of a media record that the kill test compares. */
export interface MediaRecord {
  readonly path: string;
  readonly type: string;
  readonly sha256: string;
  readonly created_at: string;
  readonly trashed_at: string | null;
  readonly tags: readonly string[];
  readonly rating: number;
  readonly favourite: boolean;
  readonly url: string;
  readonly thumbnail_url: string;
}

export interface MediaPage {
  readonly items: readonly MediaRecord[];
  readonly next_cursor: string | null;
  readonly total: number;
  readonly facets: Readonly<Record<string, readonly { value: string; count: number }[]>>;
}

/** Less than the time limit of a test, so that the failure names the request. */
const REQUEST_TIMEOUT_MS = 60_000;

/** The service ended before it had answered. */
export class ServiceGone extends Error {}

export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** Sends requests of the library to a service that may be killed at any time. Every method may throw `ServiceGone`. */
export class LibraryClient {
  /** @param url where the service listens now */
  constructor(private readonly url: () => string) {}

  async status(path: string, method = 'GET'): Promise<number> {
    return (await this.exchange(path, { method })).status;
  }

  /** @throws when the answer isn't a success */
  async bytes(path: string, init: RequestInit = {}): Promise<Buffer> {
    const { status, bytes } = await this.exchange(path, init);
    if (status < 300) return bytes;
    throw new Error(`${init.method ?? 'GET'} ${path}: ${status} ${bytes.toString()}`);
  }

  async get<T>(path: string): Promise<T> {
    return JSON.parse((await this.bytes(path)).toString()) as T;
  }

  async send<T>(path: string, body: object, method = 'POST'): Promise<T> {
    return JSON.parse((await this.download(path, body, method)).toString()) as T;
  }

  /** With an `Idempotency-Key`, so that it may be repeated. */
  async sendOnce<T>(path: string, key: string, body: object): Promise<T> {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
    const answer = await this.bytes(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return JSON.parse(answer.toString()) as T;
  }

  async download(path: string, body: object, method = 'POST'): Promise<Buffer> {
    const headers = { 'Content-Type': 'application/json' };
    return this.bytes(path, { method, headers, body: JSON.stringify(body) });
  }

  async upload(bytes: Uint8Array<ArrayBuffer>, description: string): Promise<MediaRecord> {
    const body = new FormData();
    body.append('description', description);
    body.append('file', new Blob([bytes]), 'picture.png');
    const answer = await this.bytes('/api/media', { method: 'POST', body });
    return JSON.parse(answer.toString()) as MediaRecord;
  }

  /** @param query such as `q=fox` */
  async total(query: string): Promise<number> {
    return (await this.get<MediaPage>(`/api/media?limit=1&with_total=true&${query}`)).total;
  }

  /** Pages through the whole list. @param query such as `q=fox` */
  async list(query: string): Promise<MediaRecord[]> {
    const items: MediaRecord[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: MediaPage = await this.get(`/api/media?limit=200&${query}${after}`);
      items.push(...page.items);
      cursor = page.next_cursor;
    }
    return items;
  }

  private async exchange(
    path: string,
    init: RequestInit,
  ): Promise<{ readonly status: number; readonly bytes: Buffer }> {
    const url = this.url();
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    try {
      const response = await fetch(url + path, { ...init, signal });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    } catch (cause) {
      // After a kill, the port may belong to a program that never answers.
      if (signal.aborted && url === this.url()) throw new Error(`no answer: ${path}`, { cause });
      throw new ServiceGone(path, { cause });
    }
  }
}
