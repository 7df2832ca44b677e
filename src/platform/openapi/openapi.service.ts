import { type INestApplication, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ConfigService } from '../config/config.service';
import { buildDocument } from './build-document';

/** The OpenAPI document of the running application, built at the first request and cached. */
@Injectable()
export class OpenApiService {
  private app: INestApplication | undefined;
  private cachedDocument: OpenAPIObject | undefined;

  constructor(private readonly config: ConfigService) {}

  /** Must be called during setup, because only the application knows all its routes. */
  setApp(app: INestApplication): void {
    this.app = app;
  }

  document(): OpenAPIObject {
    if (!this.app) throw new Error('configureHttp was not called');
    this.cachedDocument ??= buildDocument(this.app);
    const { public_url } = this.config.current().server;
    return {
      ...this.cachedDocument,
      servers: [{ url: public_url ?? '/', description: 'This service' }],
    };
  }
}
