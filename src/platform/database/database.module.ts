import {
  type DynamicModule,
  Global,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
  type Type,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from '../clock/clock';
import { ConfigService } from '../config/config.service';
import { HealthRegistry } from '../observability/health.registry';
import { makeDataFolder } from './data-folder.store';
import { sqlitePath, writeOptions } from './data-source-options';
import { DatabaseAccessModule } from './database-access.module';
import { InstanceLock } from './instance-lock';
import { PostgresLock } from './postgres-lock';
import { SqliteLock } from './sqlite-lock.store';
import { READ_DATA_SOURCE } from './read-connection';

const LOCK_LOST = {
  status: 'degraded',
  detail:
    'The lock that keeps a second server from using this database is lost and being reacquired.',
} as const;

@Global()
@Module({
  providers: [
    {
      provide: InstanceLock,
      inject: [ConfigService, Clock],
      useFactory: (config: ConfigService, clock: Clock): Promise<InstanceLock> => {
        const { data_dir, database } = config.current();
        makeDataFolder(data_dir);
        const { url } = database;
        const path = sqlitePath(url);
        const note = { pid: process.pid, started_at: clock.timestamp() };
        return path === null
          ? PostgresLock.acquire(url, note, clock)
          : SqliteLock.acquire(path, note);
      },
    },
  ],
  exports: [InstanceLock],
})
class InstanceLockModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly lock: InstanceLock,
    private readonly health: HealthRegistry,
  ) {}

  onModuleInit(): void {
    this.health.add({
      name: 'database_lock',
      check: () => (this.lock.isHeld ? { status: 'ok' } : LOCK_LOST),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.lock.release();
  }
}

/**
 * The two data sources of a server. The reading one starts after the writing one has migrated; a data source never
 * retries its start, because what fails here (a wrong URL, a newer schema) doesn't go away by waiting.
 */
@Global()
@Module({
  imports: [
    InstanceLockModule,
    TypeOrmModule.forRootAsync({
      inject: [ConfigService, InstanceLock],
      useFactory: (config: ConfigService) => ({
        ...writeOptions(config.current().database.url),
        autoLoadEntities: true,
        retryAttempts: 0,
      }),
    }),
    DatabaseAccessModule,
  ],
})
export class DatabaseModule {
  /** Registers a module's entities with both data sources. */
  static forFeature(entities: Type[]): DynamicModule {
    return {
      module: DatabaseFeature,
      imports: [
        TypeOrmModule.forFeature(entities),
        TypeOrmModule.forFeature(entities, READ_DATA_SOURCE),
      ],
    };
  }
}

@Module({})
class DatabaseFeature {}
