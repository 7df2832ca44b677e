import type { OpenAPIObject } from '@nestjs/swagger';
import { MalformedValues, NASTY_TEXTS } from './malformed-values';
import type { SeededRandom } from './seeded-random';
import type { WireRequest } from './raw-http';

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  /** Field names of its JSON body. */
  readonly fields: readonly string[];
  readonly type: 'json' | 'multipart' | 'none';
}

/** Existing ids and valid bodies, so that requests also get past the first check. */
export interface KnownValues {
  /** Path parameters by name. */
  readonly path: Readonly<Record<string, string>>;
  /** A body that is right, by route: `POST /api/image/generate`. */
  readonly bodies: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** A file that may be uploaded. */
  readonly file: Buffer;
}

interface Body {
  readonly type: string | null;
  readonly bytes: Buffer;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const TYPES = [
  ...['application/json', 'application/json; charset=utf-8', 'application/json; charset=utf-16'],
  ...[
    'application/json;;',
    'text/plain',
    'application/x-www-form-urlencoded',
    'image/png',
    '',
    '/',
  ],
  ...['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary="x'],
  ...[
    `multipart/form-data; boundary=${'x'.repeat(200)}`,
    'multipart/mixed; boundary=x',
    'é',
    '*/*',
  ],
];
const RANGES = [
  ...[
    'bytes=0-0',
    'bytes=-0',
    'bytes=5-1',
    'bytes=0-1,2-3',
    'bytes=a-b',
    'bytes=',
    'items=0-1',
    '-',
  ],
  ...[
    'bytes=99999999999999999999-',
    'bytes=-99999999999999999999',
    `bytes=${'0-0,'.repeat(900)}0-0`,
  ],
];
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  Range: RANGES,
  'If-Range': ['"x"', 'W/"x"', 'Thu, 01 Jan 1970 00:00:00 GMT', 'x'],
  'If-None-Match': ['*', '"', 'W/', '"a", "b"', ','.repeat(500), '"x'],
  'Content-Encoding': ['gzip', 'br', 'deflate, gzip', 'identity', 'x'],
  'Idempotency-Key': ['', ' ', 'a'.repeat(201), 'é', 'k'],
  'Last-Event-ID': ['', 'x', '-1', 'a-9', `${'9'.repeat(400)}-1`, '0-0'],
  'X-Request-Id': ['', 'a b', 'é', 'a'.repeat(129), '"><x'],
  Authorization: ['Bearer', 'Bearer ', 'Bearer é', 'Basic x', 'bearer  a b', 'Bearer kin_x', 'x'],
  Cookie: ['kinora_key=', 'kinora_key=%', '=;=;', 'a=b; kinora_key="x"', ';'.repeat(900)],
  Origin: ['null', 'http://evil.example', 'http://127.0.0.1', 'é', ''],
  'Sec-Fetch-Site': ['cross-site', 'same-origin', 'none', 'x', ''],
  Accept: ['image/webp', 'text/event-stream', 'x', '*/*;q=nan', ''],
  'Accept-Encoding': ['gzip;q=0', '*', 'x', 'identity;q=0'],
  'X-Forwarded-For': ['127.0.0.1', 'x', ','.repeat(200)],
  'X-HTTP-Method-Override': ['DELETE'],
  Expect: ['100-continue', 'x', ''],
  Upgrade: ['websocket', 'h2c', 'x'],
  'Transfer-Encoding': ['gzip', 'chunked, chunked', 'x'],
  'Content-Length': ['5', '-1', 'x', '1e3', '99999999999999999999', '0x10'],
  Connection: ['close, Upgrade', 'close, x'],
  Host: ['', 'evil.example', 'localhost:99999999', '[::1', 'a b', '127.0.0.1:x', 'é'],
  'X-Long': ['x'.repeat(9_000), 'x'.repeat(20_000)],
};

/** Requests with at least one thing wrong, over every route of an OpenAPI document. */
export class MalformedRequests {
  private readonly malformed: MalformedValues;
  private readonly routes: readonly Route[];

  constructor(
    private readonly random: SeededRandom,
    document: OpenAPIObject,
    private readonly known: KnownValues,
  ) {
    this.malformed = new MalformedValues(random);
    this.routes = routesOf(document);
  }

  next(): WireRequest {
    const route = this.random.pick(this.routes);
    const method = this.malformed.once(8) ? this.random.pick(METHODS) : route.method;
    const body = this.body(route);
    const headers = this.headers(body);
    const head = [`${method} ${this.target(route)} HTTP/1.1`, ...headers, '', ''].join('\r\n');
    const bytes = Buffer.concat([Buffer.from(head, 'latin1'), body.bytes]);
    if (this.malformed.once(12))
      return { bytes: bytes.subarray(0, this.random.below(bytes.length)), isCut: true };
    const right = `Content-Length: ${body.bytes.length}`;
    const framing = headers.filter((line) => /^(Content-Length|Transfer-Encoding): /.test(line));
    return { bytes, isCut: framing.some((line) => line !== right) };
  }

  private target(route: Route): string {
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => this.segment(name));
    const query = this.query(route);
    const target = query === '' ? path : `${path}?${query}`;
    switch (this.random.below(14)) {
      case 0:
        return target + this.onWire(this.malformed.text());
      case 1:
        return target.replace('/', this.random.pick(['//', '/./', '/../', '/%2f', '\\', '']));
      case 2:
        return this.random.pick([
          '*',
          'http://evil.example/',
          '/%',
          '/%c0%ae',
          '/\xff',
          '?',
          '#',
          '/;',
        ]);
      default:
        return target;
    }
  }

  private segment(name: string): string {
    const known = this.known.path[name];
    if (known !== undefined && this.random.flag()) return known;
    return this.onWire(this.malformed.text()) || '%20';
  }

  private query({ query }: Route): string {
    const names = [...query, 'limit', 'cursor', ...NASTY_TEXTS.slice(0, 40)];
    const pairs = Array.from({ length: this.random.below(4) }, () => {
      const name = this.malformed.once(3)
        ? this.random.pick(names)
        : this.random.pick([...query, 'x']);
      const suffix = this.random.pick(['', '', '', '[]', '[a]', '[__proto__]', '%']);
      return `${this.onWire(name)}${suffix}=${this.onWire(this.malformed.text())}`;
    });
    return pairs.join('&');
  }

  /** Encoded as a client would, or raw where a careless one could. */
  private onWire(text: string): string {
    const clean = Buffer.from(text).toString();
    return this.malformed.once(6) ? clean.replace(/[\0-\x20#?]/g, '_') : encodeURIComponent(clean);
  }

  private headers({ type, bytes }: Body): string[] {
    const odd = Array.from(
      { length: this.random.pick([0, 0, 0, 1, 1, 2]) },
      (): [string, string] => {
        const name = this.random.pick(Object.keys(HEADERS));
        return [name, this.random.pick(HEADERS[name] ?? [''])];
      },
    );
    const all: Record<string, string> = {
      Host: 'localhost',
      Connection: 'close',
      ...(type === null ? {} : { 'Content-Type': type }),
      ...(bytes.length === 0 ? {} : { 'Content-Length': `${bytes.length}` }),
      ...Object.fromEntries(odd),
    };
    return Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  }

  private body(route: Route): Body {
    const type = this.malformed.once(6) ? this.random.pick(TYPES) : null;
    if (route.type === 'multipart') return this.form(type);
    if (route.type === 'none' && !this.malformed.once(4))
      return { type: null, bytes: Buffer.alloc(0) };
    const good = this.malformed.object(this.members(route));
    const bytes = this.malformed.once(4) ? this.malformed.brokenJson(good) : Buffer.from(good);
    return { type: type ?? 'application/json', bytes };
  }

  /** Fields of a valid body, some of them with wrong values, and unknown fields. */
  private members({ method, path, fields }: Route): [string, string][] {
    const right = Object.entries(this.known.bodies[`${method} ${path}`] ?? {});
    const members = new Map(right.map(([name, value]) => [name, JSON.stringify(value)]));
    for (let spoilt = this.random.below(4); spoilt > 0; spoilt -= 1)
      members.set(
        this.random.pick([...fields, ...fields, this.malformed.text()]),
        this.malformed.value(),
      );
    if (this.malformed.once(8)) members.delete(this.random.pick([...members.keys(), '']));
    return [...members];
  }

  private form(type: string | null): Body {
    const boundary = this.random.pick(['x', 'x', '----WebKitFormBoundary7', "a'()+_,-./:=?b"]);
    const parts = Array.from({ length: this.random.pick([0, 1, 1, 1, 2, 30]) }, () => this.part());
    const end = this.random.pick([`--${boundary}--\r\n`, `--${boundary}--`, `--${boundary}`, '']);
    const pieces = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part]);
    const bytes = Buffer.concat([...pieces, Buffer.from(end)]);
    return { type: type ?? `multipart/form-data; boundary="${boundary}"`, bytes };
  }

  private part(): Buffer {
    const name = this.random.pick(['file', 'file', 'description', this.malformed.text()]);
    const file = this.random.pick([
      `; filename="${this.malformed.text()}"`,
      "; filename*=UTF-8''%",
      '',
    ]);
    const head = this.random.pick([
      `Content-Disposition: form-data; name="${name}"${file}\r\n\r\n`,
      `Content-Disposition: form-data; name=${name}${file}\r\nContent-Type: ${this.malformed.text()}\r\n\r\n`,
      `Content-Disposition: ${this.malformed.text()}\r\n\r\n`,
      `X: ${'y'.repeat(this.random.pick([10, 100_000]))}\r\n\r\n`,
      '\r\n',
      '',
    ]);
    return Buffer.concat([Buffer.from(head), this.content(), Buffer.from('\r\n')]);
  }

  /** Bytes that begin like an accepted file type, followed by garbage. */
  private content(): Buffer {
    if (this.random.flag()) return this.known.file.subarray(0, this.random.pick([30, 1e6]));
    const signature = this.random.pick([
      ...['89504e470d0a1a0a', 'ffd8ffe0', '474946383961', '52494646ffffffff57454250', '1a45dfa3'],
      ...['0000001c667479706d703432', '494433', '664c6143', '4f676753', '52494646ffffffff57415645'],
      ...['89504e470d0a1a0a0000000d49484452ffffffffffffffff0806000000', ''],
    ]);
    return Buffer.concat([Buffer.from(signature, 'hex'), this.malformed.bytes(2_000)]);
  }
}

function routesOf(document: OpenAPIObject): Route[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]): Route => {
      const [type = ''] = Object.keys(operation.requestBody?.content ?? {});
      return {
        method: method.toUpperCase(),
        path,
        query: (operation.parameters ?? [])
          .filter((one) => one.in === 'query')
          .map((one) => one.name),
        fields: Object.keys(schemaOf(operation.requestBody?.content[type]?.schema, document)),
        type: type === 'application/json' ? 'json' : type === '' ? 'none' : 'multipart',
      };
    }),
  );
}

/** The properties of a body's schema. */
function schemaOf(
  schema: Schema | undefined,
  { components }: OpenAPIObject,
): Record<string, Schema> {
  const name = schema?.$ref?.split('/').at(-1);
  const named: Readonly<Record<string, Schema>> = components?.schemas ?? {};
  const target = name === undefined ? schema : named[name];
  return { ...target?.properties };
}
