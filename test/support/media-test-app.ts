import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import 'reflect-metadata';
import { type ExecutionContext, Global, Module } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { MediaPageResponse, MediaResponse } from '../../src/modules/media/dto/media.response';
import { MediaModule } from '../../src/modules/media/media.module';
import type { OpenedOutput, OutputIntake } from '../../src/modules/media/public/media-intake';
import type { RequestWithCaller } from '../../src/platform/access/access.decorators';
import { type Caller, UNRESTRICTED } from '../../src/platform/access/caller';
import { AuditModule } from '../../src/platform/audit/audit.module';
import { ClockModule } from '../../src/platform/clock/clock.module';
import { ConfigModule } from '../../src/platform/config/config.module';
import { ConfigService } from '../../src/platform/config/config.service';
import { DatabaseModule } from '../../src/platform/database/database.module';
import { WriteGate } from '../../src/platform/database/write-gate';
import { ErrorsModule } from '../../src/platform/errors/errors.module';
import { type OutboxEvent, OutboxReader } from '../../src/platform/events/outbox';
import { OutboxModule } from '../../src/platform/events/outbox.module';
import {
  forgetBytes,
  keepBytes,
  MAX_KEPT_BYTES,
} from '../../src/platform/imaging/file-bytes.store';
import { HttpModule } from '../../src/platform/http/http.module';
import type { Plain } from '../../src/platform/plain';
import { ObservabilityModule } from '../../src/platform/observability/observability.module';
import { ValidationModule } from '../../src/platform/validation/validation.module';
import { NoCredentialsModule } from './no-credentials';

/** A response; which fields its body has depends on the route. */
export interface MediaAnswer {
  readonly status: number;
  readonly body: Plain<MediaResponse> & Plain<MediaPageResponse> & { readonly code: string };
}

export async function answer(response: Response): Promise<MediaAnswer> {
  return { status: response.status, body: (await response.json()) as MediaAnswer['body'] };
}

/** A caller who sees only their own assets. */
export const owner = (id: string): Caller => ({
  ...UNRESTRICTED,
  ownerId: id,
  agent: { id, name: id },
  isAdmin: false,
});

/** Header that names the caller's owner id; without it, the caller is unrestricted. */
const WHO = 'x-test-owner';

export const as = (id: string): Record<string, string> => ({ [WHO]: id });

const guard = {
  canActivate: (context: ExecutionContext): boolean => {
    const request = context.switchToHttp().getRequest<RequestWithCaller>();
    const id = request.get(WHO);
    request.caller = id === undefined ? UNRESTRICTED : owner(id);
    return true;
  },
};

@Global()
@Module({
  providers: [{ provide: APP_GUARD, useValue: guard }],
})
class SurroundingsModule {}

const TABLES = [
  'operations',
  'undos',
  'undo_items',
  'assets',
  'labels',
  'origins',
  'collection_items',
  'near_duplicates',
  'counts',
  'days',
  'tombstones',
  'words',
  'owner_bytes',
  'links',
  'upload_addresses',
].map((name) => `media_${name}`);

/** The media module with the platform, on its own folder and database. */
export class MediaTestApp {
  private constructor(
    readonly app: NestExpressApplication,
    readonly folder: string,
    readonly url: string,
  ) {}

  static async open(
    options: { folder?: string; databaseUrl?: string; config?: object } = {},
  ): Promise<MediaTestApp> {
    const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'kinora-media-'));
    const path = join(folder, 'config.json');
    writeFileSync(path, JSON.stringify(options.config ?? {}));
    const variables = {
      KINORA_CONFIG: path,
      KINORA_DATA_DIR: join(folder, 'data'),
      KINORA_LOG_LEVEL: 'silent',
      ...(options.databaseUrl === undefined ? {} : { KINORA_DATABASE_URL: options.databaseUrl }),
    };
    @Module({
      imports: [
        ClockModule,
        ConfigModule.from({ variables }),
        ObservabilityModule,
        DatabaseModule,
        AuditModule,
        OutboxModule,
        SurroundingsModule,
        HttpModule,
        NoCredentialsModule,
        ErrorsModule,
        ValidationModule,
        MediaModule,
      ],
    })
    class RoomModule {}
    const app = await NestFactory.create<NestExpressApplication>(RoomModule, {
      bodyParser: false,
      logger: false,
      abortOnError: false,
    });
    await app.listen(0, '127.0.0.1');
    return new MediaTestApp(app, folder, await app.getUrl());
  }

  /** In force from the next request on. */
  configure(config: object): void {
    writeFileSync(join(this.folder, 'config.json'), JSON.stringify(config));
    this.app.get(ConfigService).expire();
  }

  /** Deletes all files and rows, and restores the default configuration. */
  async empty(): Promise<void> {
    await this.app.get(WriteGate).run(async (tx) => {
      for (const table of TABLES) await tx.query(`DELETE FROM ${table}`);
    });
    for (const file of this.files()) rmSync(join(this.folder, 'data', 'media', file));
    this.configure({});
  }

  /** Every file in the data folder's media, relative to it, sorted. */
  files(): string[] {
    return readdirSync(join(this.folder, 'data', 'media'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).split('/data/media/')[1] ?? '')
      .sort();
  }

  /** Every file in the data folder's media but thumbnails. */
  originals(): string[] {
    return this.files().filter((file) => !file.startsWith('thumbnails/'));
  }

  /** Runs `work`. @returns the events that were stored meanwhile */
  async eventsOf(work: () => Promise<unknown>): Promise<readonly OutboxEvent[]> {
    const reader = this.app.get(OutboxReader);
    const start = await reader.newest();
    await work();
    return reader.after(start, 1_000);
  }

  async upload(
    content: Buffer,
    { name = 'file.png', headers = {}, fields = {} } = {},
  ): Promise<MediaAnswer> {
    const form = new FormData();
    for (const [key, value] of Object.entries(fields)) form.append(key, String(value));
    form.append('file', new Blob([new Uint8Array(content)]), name);
    const response = await fetch(`${this.url}/api/media`, { method: 'POST', body: form, headers });
    return answer(response);
  }

  async get(path: string, headers = {}): Promise<MediaAnswer> {
    const response = await fetch(this.url + path, { headers });
    return answer(response);
  }

  /** Sends a JSON body. */
  async send(method: string, path: string, body: object, headers = {}): Promise<MediaAnswer> {
    const response = await fetch(this.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return answer(response);
  }

  async delete(path: string, headers = {}): Promise<MediaAnswer> {
    const response = await fetch(this.url + path, { method: 'DELETE', headers });
    return answer(response);
  }

  /** Deletes an asset for good. */
  async purge(path: string, headers = {}): Promise<MediaAnswer> {
    await this.delete(`/api/media/${path}`, headers);
    return this.send('POST', '/api/media/purge', { paths: [path] }, headers);
  }

  /** Stops the app; the folder and the database stay for another one. */
  async end(): Promise<void> {
    await this.app.close();
  }

  async close(): Promise<void> {
    await this.end();
    rmSync(this.folder, { recursive: true, force: true });
    expectNothingKept();
  }
}

/** Every file that was received, whatever became of it, must have left the memory: what is kept there has a limit. */
function expectNothingKept(): void {
  expect(keepBytes('all that may be kept', Buffer.alloc(MAX_KEPT_BYTES))).toBe(true);
  forgetBytes('all that may be kept');
}

/** An output as jobs describe it. */
export function anOutput(changes: Partial<OutputIntake> = {}): OutputIntake {
  return {
    promptId: randomUUID(),
    isFirstTry: false,
    nodeId: '9',
    index: 0,
    ownerId: null,
    filename: 'ComfyUI_00001_.png',
    namePrefix: 'sdxl-t2i',
    labels: {
      workflow: 'sdxl-t2i',
      provider: 'simulator',
      prompt: 'a red fox in the snow',
      project: null,
      characters: [],
      description: '',
    },
    provenance: { models: [], loras: [], seed: null, madeFrom: [] },
    ...changes,
  };
}

/** Opens a stream of these bytes, in chunks. */
export const from =
  (content: Buffer, piece = 1000) =>
  (): Promise<OpenedOutput> =>
    Promise.resolve({
      stream: Readable.from(
        (function* () {
          for (let at = 0; at < content.length; at += piece) yield content.subarray(at, at + piece);
        })(),
      ),
      size: content.length,
    });
