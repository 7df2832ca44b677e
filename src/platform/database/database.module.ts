import {
  type DynamicModule,
  Global,
  Inject,
  Module,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Clock } from '../clock/clock';
import { ConfigService } from '../config/config.service';
import { readOptions, sqlitePath, writeOptions } from './data-source-options';
import type { InstanceLock } from './instance-lock';
import { PostgresLock } from './postgres-lock';
import { ReadSource } from './read-source';
import { SqliteLock } from './sqlite-lock.store';
import { TypeOrmGate } from './type-orm-gate';
import { READ, TypeOrmReadSource } from './type-orm-read-source';
import { WriteGate } from './write-gate';

const LOCK = Symbol('InstanceLock');

@Global()
@Module({
  providers: [
    {
      provide: LOCK,
      inject: [ConfigService, Clock],
      useFactory: (config: ConfigService, clock: Clock): Promise<InstanceLock> => {
        const { url } = config.current().database;
        const path = sqlitePath(url);
        const note = { pid: process.pid, started_at: clock.timestamp() };
        return path === null ? PostgresLock.take(url, note) : SqliteLock.take(path, note);
      },
    },
  ],
  exports: [LOCK],
})
class InstanceLockModule implements OnApplicationShutdown {
  constructor(@Inject(LOCK) private readonly lock: InstanceLock) {}

  async onApplicationShutdown(): Promise<void> {
    await this.lock.release();
  }
}

/**
 * The two data sources of a server. The reading one starts after the writing one has migrated; a data source never
 * retries its start, because what fails here (a wrong URL, a newer schema) doesn't heal by waiting.
 */
@Global()
@Module({
  imports: [
    InstanceLockModule,
    TypeOrmModule.forRootAsync({
      inject: [ConfigService, LOCK],
      useFactory: (config: ConfigService) => ({
        ...writeOptions(config.current().database.url),
        autoLoadEntities: true,
        retryAttempts: 0,
      }),
    }),
    TypeOrmModule.forRootAsync({
      name: READ,
      inject: [ConfigService, getDataSourceToken()],
      useFactory: (config: ConfigService) => ({
        ...readOptions(config.current().database.url),
        // Named here, too: it is by this name that the data source is found again to be closed.
        name: READ,
        autoLoadEntities: true,
        retryAttempts: 0,
      }),
    }),
  ],
  providers: [
    {
      provide: WriteGate,
      inject: [getDataSourceToken()],
      useFactory: async (source: DataSource) => {
        // A pulled plug must not lose an accepted job.
        if (source.options.type === 'sqlite') await source.query('PRAGMA synchronous = FULL');
        return new TypeOrmGate(source);
      },
    },
    { provide: ReadSource, useClass: TypeOrmReadSource },
  ],
  exports: [WriteGate, ReadSource],
})
export class DatabaseModule {
  /** Makes a room's entities known to both data sources. */
  static forFeature(entities: Type[]): DynamicModule {
    return {
      module: DatabaseFeature,
      imports: [TypeOrmModule.forFeature(entities), TypeOrmModule.forFeature(entities, READ)],
    };
  }
}

@Module({})
class DatabaseFeature {}
