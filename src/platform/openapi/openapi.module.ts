import { Module } from '@nestjs/common';
import { DocsController } from './docs.controller';
import { DocsService } from './docs.service';
import { OpenApiService } from './openapi.service';

/** The description of the API at /openapi.json and /docs. */
@Module({ controllers: [DocsController], providers: [DocsService, OpenApiService] })
export class OpenApiModule {}
