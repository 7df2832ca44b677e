import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { Test } from '@nestjs/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AuthModule } from '../../src/modules/auth/auth.module';
import { ClockModule } from '../../src/platform/clock/clock.module';
import { ConfigModule } from '../../src/platform/config/config.module';
import { DatabaseModule } from '../../src/platform/database/database.module';
import { ErrorsModule } from '../../src/platform/errors/errors.module';
import { EventsModule } from '../../src/platform/events/events.module';
import { configureHttp } from '../../src/platform/http/configure-http';
import { HttpModule } from '../../src/platform/http/http.module';
import { AppLogger } from '../../src/platform/observability/app-logger';
import {
  LOG_DESTINATION,
  ObservabilityModule,
} from '../../src/platform/observability/observability.module';
import { OpenApiModule } from '../../src/platform/openapi/openapi.module';
import { ValidationModule } from '../../src/platform/validation/validation.module';
import { SampleModule } from './sample-module';
import { migratedDatabase, dropDatabase } from './test-database';

/** A response with its exact body. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The text parsed as JSON. */
  readonly body: Record<string, unknown>;
}

export interface RawRequest {
  readonly method?: string;
  readonly path: string;
  /** Sent unchanged; `undefined` omits a header that Node would add. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Buffer;
}

/** The platform with one sample module on a free port; records every log line. */
export class PlatformApp {
  private constructor(
    readonly app: NestExpressApplication,
    readonly folder: string,
    private readonly lines: readonly string[],
  ) {}

  static async start(config: object = {}, folder = newFolder()): Promise<PlatformApp> {
    const path = join(folder, 'config.json');
    writeFileSync(path, JSON.stringify(config));
    const lines: string[] = [];
    const options = {
      variables: {
        KINORA_CONFIG: path,
        KINORA_DATA_DIR: join(folder, 'data'),
        ...(await migratedDatabase(folder)),
      },
    };
    const modules = [
      ...[ClockModule, ConfigModule.from(options), ObservabilityModule, DatabaseModule],
      ...[EventsModule, AuthModule, HttpModule, ErrorsModule, ValidationModule, OpenApiModule],
      SampleModule,
    ];
    const testing = await Test.createTestingModule({ imports: modules })
      .overrideProvider(LOG_DESTINATION)
      .useValue({ write: (line: string) => lines.push(line) })
      .compile();
    const app = testing.createNestApplication<NestExpressApplication>({ bodyParser: false });
    app.useLogger(app.get(AppLogger));
    configureHttp(app);
    await app.listen(0, '127.0.0.1');
    return new PlatformApp(app, folder, lines);
  }

  get port(): number {
    return (this.app.getHttpServer() as { address(): AddressInfo }).address().port;
  }

  /** Every log line so far, parsed. */
  get log(): readonly Record<string, unknown>[] {
    return this.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** Changes the configuration while the service runs. */
  configure(config: object): void {
    writeFileSync(join(this.folder, 'config.json'), JSON.stringify(config));
  }

  send({ method = 'GET', path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      const sent = Object.entries(headers).filter(([, value]) => value !== undefined);
      const request = httpRequest({
        hostname: '127.0.0.1',
        port: this.port,
        method,
        path,
        agent: false,
        setHost: !('Host' in headers),
        headers: Object.fromEntries(sent) as Record<string, string>,
      });
      request.once('error', reject);
      request.once('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.once('error', reject);
        response.once('end', () => {
          const isJson = response.headers['content-type']?.includes('json') === true;
          const answer = isJson && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {};
          const { statusCode: status = 0 } = response;
          resolve({ status, headers: response.headers, text, body: answer });
        });
      });
      request.end(body);
    });
  }

  /**
   * Sends raw bytes, which may be invalid HTTP, and reads until the server closes the connection. `then` is sent once
   * `behind` has been received.
   */
  raw(text: string, more?: { readonly behind: string; readonly then: string }): Promise<string> {
    return new Promise((resolve, reject) => {
      let answer = '';
      let rest = more;
      const socket = connect(this.port, '127.0.0.1', () => socket.write(text));
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        answer += chunk;
        if (rest === undefined || !answer.includes(rest.behind)) return;
        socket.write(rest.then);
        rest = undefined;
      });
      socket.once('error', (error) => {
        if (answer === '') reject(error);
      });
      socket.once('close', () => resolve(answer));
    });
  }

  get(path: string, headers: RawRequest['headers'] = {}): Promise<RawAnswer> {
    return this.send({ path, headers });
  }

  post(path: string, body: unknown, headers: RawRequest['headers'] = {}): Promise<RawAnswer> {
    return this.send({
      method: 'POST',
      path,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
  }

  async stop(): Promise<void> {
    await this.app.close();
  }

  async close(): Promise<void> {
    await this.stop();
    await dropDatabase(this.folder);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'kinora-platform-'));
