import { resolve } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '../clock/clock';
import { ConfigFiles, type ConfigLocation } from './config-files';
import { ConfigService } from './config.service';

/** Three folders up from this file, in `src` and in `dist` alike. */
const PACKAGE_FOLDER = resolve(__dirname, '..', '..', '..');

/** The configuration, for every module. The only location that looks at the process's environment. */
@Module({})
export class ConfigModule {
  /** `location` lets tests set their own files and environment. */
  static from(location: Partial<ConfigLocation> = {}): DynamicModule {
    const files = (): ConfigFiles =>
      new ConfigFiles({
        variables: process.env,
        packageFolder: PACKAGE_FOLDER,
        workingFolder: process.cwd(),
        ...location,
      });
    return {
      module: ConfigModule,
      global: true,
      providers: [
        {
          provide: ConfigService,
          inject: [Clock],
          useFactory: (clock: Clock) => new ConfigService(files(), clock),
        },
      ],
      exports: [ConfigService],
    };
  }
}
