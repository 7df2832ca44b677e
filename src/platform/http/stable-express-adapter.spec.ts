import type { IncomingMessage, ServerResponse } from 'node:http';
import { Controller, Get, Module, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { StableExpressAdapter } from './stable-express-adapter';

@Controller('path')
class PathController {
  @Get()
  path(@Req() request: Request, @Res() response: Response): void {
    response.json({ path: request.path, hasApp: request.app === response.app });
  }
}

@Module({ controllers: [PathController] })
class TestModule {}

describe('StableExpressAdapter', () => {
  let app: NestExpressApplication;

  beforeAll(async () => {
    app = await NestFactory.create(TestModule, new StableExpressAdapter(), { logger: false });
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());

  it('constructs requests and responses with the prototypes that Express sets', async () => {
    const express: Express = app.getHttpAdapter().getInstance();
    const prototypes: unknown[] = [];
    app
      .getHttpServer()
      .prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
        prototypes.push(Object.getPrototypeOf(request), Object.getPrototypeOf(response));
      });

    const answer = await fetch(`${await app.getUrl()}/path`);

    expect(await answer.json()).toEqual({ path: '/path', hasApp: true });
    expect(prototypes[0]).toBe(express.request);
    expect(prototypes[1]).toBe(express.response);
  });
});
