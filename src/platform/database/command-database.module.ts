import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OPEN_READWRITE } from 'sqlite3';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ConfigService } from '../config/config.service';
import { appliedMigrations, KNOWN_MIGRATIONS } from './applied-migrations';
import { type DatabaseUrl, writeOptions } from './data-source-options';
import { DatabaseAccessModule } from './database-access.module';
import { DatabaseNotReady, schemaState } from './database-not-ready';
import { requireDatabaseFile } from './data-folder.store';

/**
 * The database for commands, which may run while a server is running: no instance lock, no migrations, and nothing is
 * created. Refuses a database whose schema isn't exactly this version's.
 */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [ConfigService],
      useFactory: (config: ConfigService) => ({
        ...existing(config.current().database.url),
        autoLoadEntities: true,
        retryAttempts: 0,
      }),
      dataSourceFactory: connect,
    }),
    DatabaseAccessModule,
  ],
})
export class CommandDatabaseModule {}

/** The server's options, but nothing is created: neither the file nor the schema nor the WAL. */
function existing(url: DatabaseUrl): DataSourceOptions {
  const options = { ...writeOptions(url), migrationsRun: false, migrations: [] };
  return options.type === 'sqlite'
    ? { ...options, enableWAL: false, flags: OPEN_READWRITE }
    : options;
}

/** @throws DatabaseNotReady */
async function connect(options?: DataSourceOptions): Promise<DataSource> {
  if (!options) throw new Error('a data source has options');
  const url = urlOf(options);
  requireDatabaseFile(url);
  const source = new DataSource(options);
  try {
    await source.initialize();
    await refuseOtherSchema(source);
    return source;
  } catch (error) {
    if (source.isInitialized) await source.destroy();
    throw error instanceof DatabaseNotReady ? error : DatabaseNotReady.unreachable(url, error);
  }
}

function urlOf(options: DataSourceOptions): DatabaseUrl {
  if (options.type === 'sqlite') return `sqlite:${options.database}`;
  return 'url' in options ? (options.url ?? '') : '';
}

async function refuseOtherSchema(source: DataSource): Promise<void> {
  const state = schemaState(await appliedMigrations(source), KNOWN_MIGRATIONS);
  if (state !== 'ready') throw DatabaseNotReady.of(state);
}
