import { Global, Module } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { ConfigService } from '../config/config.service';
import { readOptions } from './data-source-options';
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
    {
      provide: WriteGate,
      inject: [getDataSourceToken()],
      useFactory: async (source: DataSource) => {
        // A power failure must not lose an accepted job.
        if (source.options.type === 'sqlite') await source.query('PRAGMA synchronous = FULL');
        return new WriteGate(source);
      },
    },
    ReadConnection,
  ],
  exports: [WriteGate, ReadConnection],
})
export class DatabaseAccessModule {}
