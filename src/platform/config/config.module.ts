import { resolve } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '../clock/clock';
import { ConfigFiles, type ConfigPlace } from './config-files';
import { ConfigService } from './config.service';

/** This file lies three folders deep, built and unbuilt alike. */
const PACKAGE_FOLDER = resolve(__dirname, '..', '..', '..');

/** The configuration, for every module. The only place that looks at the process's environment. */
@Module({})
export class ConfigModule {
  /** `place` lets tests bring files and an environment of their own. */
  static from(place: Partial<ConfigPlace> = {}): DynamicModule {
    const files = (): ConfigFiles =>
      new ConfigFiles({
        variables: process.env,
        packageFolder: PACKAGE_FOLDER,
        workingFolder: process.cwd(),
        ...place,
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
