import { Injectable } from '@nestjs/common';

type Count = (ownerId: string) => Promise<number>;

/** How many queued and running jobs an account has. Jobs say how to count them; sessions tell it. */
@Injectable()
export class UnfinishedJobs {
  private count: Count = () => Promise.resolve(0);

  countBy(count: Count): void {
    this.count = count;
  }

  of(ownerId: string): Promise<number> {
    return this.count(ownerId);
  }
}
