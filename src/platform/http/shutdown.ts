import { Injectable, type OnModuleDestroy } from '@nestjs/common';

/** Tells what waits (`?wait`, long reads) that the service is about to end. */
@Injectable()
export class Shutdown implements OnModuleDestroy {
  private readonly controller = new AbortController();

  /** Aborted when the service begins to end. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  onModuleDestroy(): void {
    this.controller.abort();
  }
}
