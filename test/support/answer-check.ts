import type { DocumentedApi } from './documented-api';

type Json = Record<string, unknown>;
export type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** A request to a route of the document. */
interface Ask {
  /** Values of the path's parameters, in their order. */
  readonly path?: readonly string[];
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends requests to the routes of an OpenAPI document, and checks that the answers match it. */
export class AnswerCheck {
  /** Method and route of every request so far. */
  readonly asked = new Set<string>();

  constructor(
    private readonly url: string,
    private readonly api: DocumentedApi,
  ) {}

  /** Calls a route and checks the answer against the document: status, content type, every field. */
  async ask(method: Method, route: string, wanted: number, how: Ask = {}): Promise<Json> {
    const { response, text } = await this.send(method, route, how);
    expect([route, response.status, text]).toEqual([route, wanted, text]);
    this.asked.add(`${method} ${route}`);
    return this.api.expectAnswer(method, route, response, text);
  }

  async send(
    method: Method,
    route: string,
    { path = [], query = '', body, headers }: Ask,
  ): Promise<{ response: Response; text: string }> {
    const values = [...path];
    const target = route.replace(/\{\w+\}/g, () => values.shift() ?? '') + query;
    const isRaw = body instanceof FormData || body instanceof Uint8Array;
    const isJson = body !== undefined && !isRaw;
    const response = await fetch(this.url + target, {
      method: method.toUpperCase(),
      headers: { ...(isJson ? { 'Content-Type': 'application/json' } : {}), ...headers },
      ...(body === undefined
        ? {}
        : { body: isRaw ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body) }),
    });
    return { response, text: await response.text() };
  }
}
