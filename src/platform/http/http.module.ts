import { Global, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { DatabaseModule } from '../database/database.module';
import { BodyInterceptor } from './body.interceptor';
import { BrowserDefence } from './browser-defence';
import { ReadyAnswers } from './content/ready-answers';
import { HeldAnswers } from './held-answers';
import { IdempotencyClaims } from './idempotency-claims';
import { IdempotencyKeyEntity } from './idempotency-key.entity';
import { IdempotencyService } from './idempotency.service';
import { IdempotencyRepository } from './idempotency.repository';
import { QueryGuard } from './query.guard';
import { Shutdown } from './shutdown';
import { StreamSlots } from './stream-slots';

/**
 * HTTP infrastructure. Import it after `AuthModule`: guards run in the order of the imports, and queries are checked only
 * when the caller is known.
 */
@Global()
@Module({
  imports: [DatabaseModule.forFeature([IdempotencyKeyEntity])],
  providers: [
    { provide: APP_GUARD, useClass: QueryGuard },
    { provide: APP_INTERCEPTOR, useClass: BodyInterceptor },
    BrowserDefence,
    HeldAnswers,
    IdempotencyService,
    IdempotencyClaims,
    IdempotencyRepository,
    ReadyAnswers,
    Shutdown,
    StreamSlots,
  ],
  exports: [
    BrowserDefence,
    HeldAnswers,
    IdempotencyService,
    IdempotencyClaims,
    ReadyAnswers,
    Shutdown,
    StreamSlots,
  ],
})
export class HttpModule {}
