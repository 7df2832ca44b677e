import { dirname } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { RouteNotFound } from '../http/http.errors';
import { DOCS_ASSETS } from './docs-page';

const FOLDER = dirname(require.resolve('swagger-ui-dist/swagger-ui.css'));

/** Serves the files of Swagger UI, from the installed package. */
@Injectable()
export class DocsService {
  async sendAsset(asset: string, response: Response): Promise<void> {
    const file = DOCS_ASSETS.find((name) => name === asset);
    if (file === undefined) throw new RouteNotFound();
    response.setHeader('Cache-Control', 'public, max-age=86400');
    await new Promise<void>((resolve, reject) => {
      response.sendFile(file, { root: FOLDER, cacheControl: false }, (error: unknown) => {
        if (error instanceof Error) reject(error);
        else resolve();
      });
    });
  }
}
