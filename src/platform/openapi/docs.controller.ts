import { dirname } from 'node:path';
import { Controller, Get, Header, Param, Redirect, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyCaller, PublicRoute } from '../access/access.decorators';
import { ReadyAnswers } from '../http/content/ready-answers';
import { RouteNotFound } from '../http/http.errors';
import { DOCS_ASSETS, DOCS_PAGE, DOCS_POLICY, DOCS_SCRIPT, DOCS_STYLE } from './docs-page';
import { OpenApiService } from './openapi.service';

const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/swagger-ui.css'));

/** The description of the API, as OpenAPI and as a web page. */
@ApiExcludeController()
@Controller()
export class DocsController {
  constructor(
    private readonly openApi: OpenApiService,
    private readonly answers: ReadyAnswers,
  ) {}

  @Get()
  @PublicRoute()
  @Redirect('/docs', 302)
  home(): void {
    return undefined;
  }

  @Get('openapi.json')
  @AnyCaller()
  document(@Res() response: Response): Promise<void> {
    return this.answers.send(response, {
      caller: null,
      sources: () => this.openApi.sources(),
      make: () => this.openApi.document(),
    });
  }

  @Get('docs')
  @PublicRoute()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', DOCS_POLICY)
  page(): string {
    return DOCS_PAGE;
  }

  @Get('docs/start.js')
  @PublicRoute()
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return DOCS_SCRIPT;
  }

  @Get('docs/start.css')
  @PublicRoute()
  @Header('Content-Type', 'text/css; charset=utf-8')
  style(): string {
    return DOCS_STYLE;
  }

  /** Browsers ask for it on their own, without a key. */
  @Get('favicon.ico')
  @PublicRoute()
  favicon(@Res() response: Response): void {
    sendAsset('favicon-32x32.png', response);
  }

  @Get('docs/:asset')
  @PublicRoute()
  asset(@Param('asset') asset: string, @Res() response: Response): void {
    sendAsset(asset, response);
  }
}

/** Sends a file of Swagger UI, from the installed package. */
function sendAsset(asset: string, response: Response): void {
  const file = DOCS_ASSETS.find((name) => name === asset);
  if (file === undefined) throw new RouteNotFound();
  response.set('Cache-Control', 'public, max-age=86400');
  response.sendFile(file, { root: SWAGGER_UI, cacheControl: false });
}
