import {
  Body,
  Controller,
  Get,
  HttpCode,
  Module,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  AdminOnly,
  AnyCaller,
  CurrentCaller,
  PublicRoute,
} from '../../src/platform/access/access.decorators';
import type { Caller } from '../../src/platform/access/caller';
import { WriteGate } from '../../src/platform/database/write-gate';
import { AppError, type ErrorSpec } from '../../src/platform/errors/app-error';
import type { NewEvent } from '../../src/platform/events/event-feed';
import { LiveFeedService } from '../../src/platform/events/live-feed.service';
import { StreamedBody } from '../../src/platform/http/body.interceptor';
import { IdempotencyClaims } from '../../src/platform/http/idempotency-claims';
import { type Once, OncePerKey, Repeatable } from '../../src/platform/http/once-per-key.decorator';
import { PageQuery, readPage } from '../../src/platform/http/paging';
import {
  Int,
  OptionalAnyObject,
  OptionalNestedArray,
  OptionalStr,
  Str,
} from '../../src/platform/validation/body-fields';

// Not in the catalogue of error codes: the service's own files are loaded once for several test files.
const TEAPOT: ErrorSpec = { code: 'teapot', status: 418, meaning: 'Only in tests.' };

class Teapot extends AppError {
  constructor() {
    super(TEAPOT, 'This is a teapot.', {
      hint: 'GET /sample/coffee',
      extras: { lid: true },
      headers: { 'Retry-After': '7' },
    });
  }
}

class Part {
  @Str({ min: 1, example: 'handle' }) id: string;
}

class Thing {
  @Str({ min: 1, max: 1_000_000, description: 'What people call it.', example: 'cup' })
  name: string;
  @Int({ min: 0, max: 10 }) count: number;
  @OptionalStr({ max: 10_000 }) note?: string;
  @OptionalNestedArray(() => Part) parts?: Part[];
  @OptionalAnyObject() extra?: Record<string, unknown>;
}

class ThingParams {
  @Str({ pattern: /^[a-z]{1,8}$/ }) id: string;
}

/** What the idempotent route does, and how tests make it wait, fail or break off. */
export class Work {
  runs = 0;
  before: () => Promise<void> = () => Promise.resolve();
  after: () => Promise<void> = () => Promise.resolve();
}

/** One route for each thing that the platform does to routes. */
@Controller('sample')
export class SampleController {
  constructor(
    private readonly claims: IdempotencyClaims,
    private readonly gate: WriteGate,
    private readonly feed: LiveFeedService,
    private readonly work: Work,
  ) {}

  @Post('things')
  @AnyCaller()
  create(@Body() thing: Thing): Thing {
    return thing;
  }

  @Post('any')
  @AnyCaller()
  any(@Body() body: Record<string, unknown>): object {
    return body;
  }

  @Get('things')
  @AnyCaller()
  list(@Query() query: PageQuery): object {
    return readPage(query);
  }

  @Get('things/:id')
  @AnyCaller()
  get(@Param() params: ThingParams): ThingParams {
    return params;
  }

  @Get('teapot')
  @AnyCaller()
  teapot(): never {
    throw new Teapot();
  }

  @Get('crash')
  @AnyCaller()
  crash(): never {
    throw new Error('secret words at /etc/secret');
  }

  @Get('half')
  @AnyCaller()
  half(@Res() response: Response): never {
    response.set({ 'Content-Type': 'image/png', 'Content-Length': '100' }).write('half');
    throw new Error('broke off');
  }

  @Get('begun')
  @AnyCaller()
  begun(@Res() response: Response): never {
    response.set({ 'Content-Type': 'image/png', 'Content-Length': '100', ETag: '"x"' });
    throw new Teapot();
  }

  @Post('upload')
  @HttpCode(200)
  @AnyCaller()
  @StreamedBody('multipart/form-data')
  async upload(@Req() request: Request): Promise<object> {
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    return { bytes };
  }

  @Post('touch')
  @AnyCaller()
  touch(): object {
    return { ok: true };
  }

  @Get('closed')
  closed(): object {
    return { open: true };
  }

  @Get('admin')
  @AdminOnly()
  admin(@CurrentCaller() caller: Caller): Caller {
    return caller;
  }

  @Get('public')
  @PublicRoute()
  public(): object {
    return { open: true };
  }

  @Post('once')
  @AnyCaller()
  @Repeatable()
  once(@Body() body: Record<string, unknown>, @OncePerKey() once: Once): Promise<object> {
    return once(
      body,
      () => this.runOnce(),
      (subject) => Promise.resolve({ recovered: subject }),
    );
  }

  @Get('stream')
  @AnyCaller()
  stream(@CurrentCaller() caller: Caller, @Res() response: Response): Promise<void> {
    const snapshot: NewEvent = {
      kind: 'job',
      audience: { to: 'everyone' },
      data: () => ({ value: 'snapshot' }),
    };
    return this.feed.serve(caller, response, {
      snapshot: () => Promise.resolve([snapshot]),
      isLast: (event) => (event.data(caller) as { readonly value: unknown }).value === 'last',
    });
  }

  private async runOnce(): Promise<object> {
    this.work.runs += 1;
    const run = this.work.runs;
    await this.work.before();
    await this.gate.run((tx) => this.claims.attach(tx, `job-${run}`));
    await this.work.after();
    return { run };
  }
}

@Module({ controllers: [SampleController], providers: [Work] })
export class SampleModule {}
