import type { ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { TestKinora } from './kinora';

type Json = Record<string, unknown>;

export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly example?: unknown;
    readonly schema?: { readonly examples?: readonly unknown[] };
  }[];
  readonly requestBody?: { readonly content: Record<string, { examples?: Json; schema: Json }> };
  readonly responses: Readonly<Record<string, Json>>;
}

/** The OpenAPI document of the service, to check answers against. */
export class DocumentedApi {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false });
  /** By the schema's text: compiling a schema takes far longer than checking a value. */
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly all: readonly DocumentedOperation[];

  private constructor(readonly document: OpenAPIObject) {
    this.ajv.addSchema({ $id: 'doc', components: document.components });
    this.all = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item as Record<string, Omit<DocumentedOperation, 'method' | 'path'>>).map(
        ([method, operation]) => ({ ...operation, method, path }),
      ),
    );
  }

  static async of(kinora: TestKinora): Promise<DocumentedApi> {
    const { body } = await kinora.get<OpenAPIObject>('/openapi.json');
    return new DocumentedApi(body);
  }

  operations(): readonly DocumentedOperation[] {
    return this.all;
  }

  /** What a reference such as `#/paths/~1api~1events` points at. */
  at(reference: string): Json {
    return reference
      .slice(2)
      .split('/')
      .map((key) => key.replaceAll('~1', '/'))
      .reduce<unknown>((here, key) => (here as Json)[key], this.document) as Json;
  }

  /** Fails unless the value matches the schema. */
  expectMatch(schema: unknown, value: unknown): void {
    const text = JSON.stringify(schema).replaceAll('"#/', '"doc#/');
    const validate = this.validators.get(text) ?? this.ajv.compile(JSON.parse(text) as object);
    this.validators.set(text, validate);
    validate(value);
    expect(validate.errors).toBeNull();
  }

  /** Fails unless the answer's status, headers, content type and fields are documented; the JSON body. */
  expectAnswer(method: string, path: string, response: Response, text: string): Json {
    const { status, headers } = response;
    const operation = this.operations().find((one) => one.method === method && one.path === path);
    const documented = operation?.responses[String(status)];
    expect([method, path, status, typeof documented]).toEqual([method, path, status, 'object']);
    const ref = documented?.['$ref'];
    const answer = (typeof ref === 'string' ? this.at(ref) : documented) as {
      readonly content?: Json;
      readonly headers: Record<string, { $ref?: string }>;
    };
    for (const [name, { $ref }] of Object.entries(answer.headers)) {
      const isSent = headers.has(name) || $ref === undefined || this.at($ref)['required'] !== true;
      expect([path, name, isSent]).toEqual([path, name, true]);
    }
    return this.expectContent(answer.content ?? {}, response, text);
  }

  private expectContent(content: Json, { headers, status }: Response, text: string): Json {
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    if (type !== 'application/json') {
      const types = Object.keys(content).map((one) => one.replace('*', ''));
      expect([status, types.some((one) => type.startsWith(one))]).toEqual([status, status !== 304]);
      return {};
    }
    const body = JSON.parse(text) as Json;
    this.expectMatch((content[type] as { schema: object }).schema, body);
    return body;
  }
}
