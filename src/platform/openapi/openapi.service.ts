import { type INestApplication, Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ConfigService } from '../config/config.service';
import { buildDocument } from './build-document';

/** The OpenAPI document of the running application: built when somebody asks, and kept. */
@Injectable()
export class OpenApiService {
  private app: INestApplication | undefined;
  private built: OpenAPIObject | undefined;

  constructor(private readonly config: ConfigService) {}

  /** Only the application itself knows all its routes; it hands itself over when it is set up. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  document(): OpenAPIObject {
    if (!this.app) throw new Error('configureHttp was not called');
    this.built ??= buildDocument(this.app);
    const { public_url } = this.config.current().server;
    return { ...this.built, servers: [{ url: public_url ?? '/', description: 'This service' }] };
  }
}
