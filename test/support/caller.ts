import { eventually } from './eventually';

/** An answer of the service. */
export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: globalThis.Headers;
  readonly body: T;
}

type Headers = Readonly<Record<string, string>>;

/** A client of a service that always sends the same headers. */
export class TestCaller {
  constructor(
    private readonly url: string,
    readonly headers: Headers,
  ) {}

  /** With a key; `null` is without one. */
  static withKey(url: string, key: string | null): TestCaller {
    return new TestCaller(url, key === null ? {} : { Authorization: `Bearer ${key}` });
  }

  get<T = Record<string, unknown>>(path: string, headers: Headers = {}): Promise<Answer<T>> {
    return this.send<T>('GET', path, { headers });
  }

  post<T = Record<string, unknown>>(path: string, body?: unknown): Promise<Answer<T>> {
    return this.send<T>('POST', path, { body });
  }

  patch<T = Record<string, unknown>>(path: string, body: unknown): Promise<Answer<T>> {
    return this.send<T>('PATCH', path, { body });
  }

  delete<T = Record<string, unknown>>(path: string): Promise<Answer<T>> {
    return this.send<T>('DELETE', path, {});
  }

  /** A job's record once it has ended, however slow the machine is: the test's own time limit is the limit. */
  finished<T = Record<string, unknown>>(promptId: string): Promise<T> {
    return eventually(async () => {
      const path = `/api/jobs/${promptId}?wait=50`;
      const { body } = await this.get<T & { readonly finished_at: string | null }>(path);
      return body.finished_at !== null && body;
    });
  }

  /** A form with one file, as `POST /api/media` takes it. */
  async upload(name: string, bytes: Buffer): Promise<Answer<{ path: string }>> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    const response = await fetch(`${this.url}/api/media`, {
      method: 'POST',
      headers: this.headers,
      body: form,
    });
    return read<{ path: string }>(response);
  }

  async send<T>(
    method: string,
    path: string,
    { body, headers = {} }: { readonly body?: unknown; readonly headers?: Headers },
  ): Promise<Answer<T>> {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const response = await fetch(this.url + path, {
      method,
      headers: { ...json, ...this.headers, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return read<T>(response);
  }
}

/** The answer, its body parsed where it is JSON. */
export async function read<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text();
  const { status, headers } = response;
  const isJson = headers.get('content-type')?.includes('json') === true;
  return { status, headers, body: (isJson ? JSON.parse(text) : text) as T };
}
