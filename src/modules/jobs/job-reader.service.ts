import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { JobsRepository } from './jobs.repository';
import { JobReader, type StoredRequest } from './public/job-queue';

@Injectable()
export class JobReaderService extends JobReader {
  constructor(private readonly jobs: JobsRepository) {
    super();
  }

  async storedRequest(caller: Caller, promptId: string): Promise<StoredRequest | null> {
    const job = await this.jobs.findFor(caller, promptId);
    if (!job) return null;
    const { request } = await this.jobs.payload(promptId);
    return { kind: job.kind, request, settings: job.settings };
  }

  async waiting(): Promise<ReadonlyMap<string, number>> {
    const waiting = new Map<string, number>();
    for (const { provider, phase, count } of await this.jobs.load()) {
      if (phase === 'collecting' || phase === 'withdrawing') continue;
      waiting.set(provider, (waiting.get(provider) ?? 0) + count);
    }
    return waiting;
  }
}
