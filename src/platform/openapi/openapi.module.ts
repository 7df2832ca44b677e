import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller';
import { OpenApiService } from './openapi.service';

/** The description of the API at /openapi.json and /docs. */
@Module({ controllers: [DocsController], providers: [OpenApiService], exports: [OpenApiService] })
export class OpenApiModule {}
