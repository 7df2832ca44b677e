import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import {
  invalidCursor,
  type Page,
  type PageQuery,
  readPage,
  toPage,
} from '../../platform/http/paging';
import type { ProviderRecord } from './dto/provider-response';
import { providerRecord } from './provider-record';
import { requireProvider } from './public/provider-access';
import { ProviderDirectory } from './public/provider-directory';
import { RunningPrompts } from './public/running-prompts';

/** Records of nodes, from memory: an offline node delays nothing. */
@Injectable()
export class ProvidersService {
  constructor(
    private readonly directory: ProviderDirectory,
    private readonly running: RunningPrompts,
  ) {}

  /** In the order of the configuration. @throws ValidationFailed for the cursor of a provider that was removed */
  list(caller: Caller, query: PageQuery): Page<ProviderRecord> {
    const request = readPage(query);
    const all = this.directory.list();
    const { after } = request;
    const start = after === null ? 0 : all.findIndex(({ id }) => id === after.id) + 1;
    if (after !== null && start === 0) throw invalidCursor();
    return toPage(all.slice(start, start + request.limit + 1), request, {
      position: (state) => ({ sort: state.id, id: state.id }),
      item: (state) => providerRecord(state, caller, this.running.on(state.id, caller)),
      total: request.withTotal ? all.length : undefined,
    });
  }

  /** Throws `ProviderNotFound`. */
  get(caller: Caller, id: string): ProviderRecord {
    const state = requireProvider(this.directory, id);
    return providerRecord(state, caller, this.running.on(id, caller));
  }
}
