import { Global, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ConfigService } from '../config/config.service';
import { readOptions } from './data-source-options';
import { BoundedReads } from './bounded-reads';
import { DatabaseProblems } from './database-problems';
import { READ_DATA_SOURCE, ReadConnection } from './read-connection';
import { WriteGate } from './write-gate';

/**
 * Provides `WriteGate` and `ReadConnection`. The importing module provides the writing data source; the reading one
 * connects after it, when the schema exists.
 */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      name: READ_DATA_SOURCE,
      inject: [ConfigService, getDataSourceToken()],
      useFactory: (config: ConfigService) => ({
        ...readOptions(config.current().database.url),
        // Nest closes the data source by this name.
        name: READ_DATA_SOURCE,
        autoLoadEntities: true,
        retryAttempts: 0,
      }),
    }),
  ],
  providers: [
    DatabaseProblems,
    {
      provide: WriteGate,
      inject: [getDataSourceToken(), DatabaseProblems],
      useFactory: (source: DataSource, problems: DatabaseProblems) =>
        new WriteGate(source, problems),
    },
    ReadConnection,
    {
      provide: BoundedReads,
      inject: [ReadConnection],
      useFactory: (read: ReadConnection) => new BoundedReads(read),
    },
  ],
  exports: [DatabaseProblems, WriteGate, ReadConnection, BoundedReads],
})
export class DatabaseAccessModule {}
