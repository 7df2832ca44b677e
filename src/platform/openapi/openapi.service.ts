import { type INestApplication, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { LimitsConfig } from '../config/app-config';
import { ConfigService } from '../config/config.service';
import type { Sources } from '../http/content/ready-answers';
import { buildDocument } from './build-document';

/** The OpenAPI document of the running application: built when first needed, and when the limits have changed. */
@Injectable()
export class OpenApiService {
  private app: INestApplication | undefined;
  private cached: { readonly limits: LimitsConfig; readonly document: OpenAPIObject } | undefined;

  constructor(private readonly config: ConfigService) {}

  /** Must be called during setup, because only the application knows all its routes. */
  setApp(app: INestApplication): void {
    this.app = app;
  }

  /** What the document is made from. */
  sources(): Sources {
    return [this.config.current()];
  }

  document(): OpenAPIObject {
    if (!this.app) throw new Error('configureHttp was not called');
    const { limits, server } = this.config.current();
    if (this.cached?.limits !== limits)
      this.cached = { limits, document: buildDocument(this.app, limits) };
    const { public_url } = server;
    return {
      ...this.cached.document,
      servers: [{ url: public_url ?? '/', description: 'This service' }],
    };
  }
}
