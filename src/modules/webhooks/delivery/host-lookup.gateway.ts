import { lookup, Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

const QUERY_TIMEOUT_MS = 3_000;
const TRIES = 2;

/** Looks host names up. */
@Injectable()
export class HostLookupGateway {
  private readonly resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: TRIES });

  /**
   * All addresses of a host name; throws when there are none.
   * @param fromSystem as the system does, which knows `/etc/hosts` and local domains; it occupies one of two threads of the
   * process until there is an answer
   */
  async addressesOf(host: string, fromSystem: boolean): Promise<readonly string[]> {
    if (fromSystem) return (await lookup(host, { all: true })).map(({ address }) => address);
    const results = await Promise.allSettled([
      this.resolver.resolve4(host),
      this.resolver.resolve6(host),
    ]);
    return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  }
}
