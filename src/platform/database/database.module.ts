import {
  type DynamicModule,
  Global,
  Module,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { Clock } from '../clock/clock';
import { ConfigService } from '../config/config.service';
import { HealthRegistry } from '../observability/health.registry';
import { DataFolder } from './data-folder.store';
import { asStartError } from './database-problems';
import { DatabaseFilesStore, realDatabasePath, refuseHardLinks } from './database-files.store';
import { sqlitePath, writeOptions } from './data-source-options';
import { DatabaseAccessModule } from './database-access.module';
import { InstanceLock } from './instance-lock';
import { PostgresLock } from './postgres-lock';
import { SqliteMaintenance } from './sqlite-maintenance';
import { SqliteLock } from './sqlite-lock.store';
import { READ_DATA_SOURCE } from './read-connection';

const LOCK_LOST = {
  status: 'degraded',
  detail:
    'The lock that keeps a second server from using this database is lost and being reacquired.',
} as const;

/** Locks: first of the data folder, because its files belong to one server, then of the database. */
@Global()
@Module({
  providers: [
    {
      provide: DataFolder,
      inject: [ConfigService, Clock],
      useFactory: (config: ConfigService, clock: Clock): Promise<DataFolder> => {
        const note = { pid: process.pid, started_at: clock.timestamp() };
        return DataFolder.acquire(config.current().data_dir, note);
      },
    },
    {
      provide: InstanceLock,
      inject: [ConfigService, Clock, DataFolder],
      useFactory: (
        config: ConfigService,
        clock: Clock,
        { note }: DataFolder,
      ): Promise<InstanceLock> => {
        const { url } = config.current().database;
        const path = sqlitePath(url);
        if (path === null) return PostgresLock.acquire(url, note, clock);
        const real = realDatabasePath(path);
        refuseHardLinks(real);
        return SqliteLock.acquire(real, note);
      },
    },
    {
      provide: DatabaseFilesStore,
      inject: [ConfigService, Clock, DataFolder, InstanceLock],
      useFactory: (config: ConfigService, clock: Clock, { wasUsed }: DataFolder) => {
        const path = sqlitePath(config.current().database.url);
        return path === null
          ? null
          : DatabaseFilesStore.inspect(realDatabasePath(path), wasUsed, clock.now());
      },
    },
  ],
  exports: [InstanceLock, DatabaseFilesStore],
})
class InstanceLockModule implements OnApplicationShutdown {
  constructor(
    private readonly lock: InstanceLock,
    private readonly folder: DataFolder,
    health: HealthRegistry,
  ) {
    health.add({
      name: 'database_lock',
      check: () => (this.lock.isHeld ? { status: 'ok' } : LOCK_LOST),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.lock.release();
    await this.folder.lock.release();
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
      inject: [ConfigService, InstanceLock, DatabaseFilesStore],
      useFactory: (config: ConfigService) => ({
        ...writeOptions(config.current().database.url),
        autoLoadEntities: true,
        retryAttempts: 0,
      }),
      dataSourceFactory: connect,
    }),
    DatabaseAccessModule,
  ],
  providers: [SqliteMaintenance],
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

/** @throws UserError if the database file is damaged or may not be used */
async function connect(options?: DataSourceOptions): Promise<DataSource> {
  if (!options) throw new Error('a data source has options');
  const source = new DataSource(options);
  return source.initialize().catch((error: unknown) => {
    throw asStartError(error);
  });
}

@Module({})
class DatabaseFeature {}
