import { setMaxListeners } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { boundedCache } from '../../platform/bounded-cache';
import { Clock } from '../../platform/clock/clock';
import { requestContext } from '../../platform/http/request-context';
import { joinSignals } from '../../platform/joined-signal';
import { Slots } from '../../platform/slots';
import { NodeAccess } from '../providers/public/node-access';
import { ModelHeaders } from './public/model-headers';
import { type ModelHeader, NO_HEADER, readModelHeader } from './model-header';
import { withSlashes } from './with-slashes';

export interface FileOnNodes {
  /** The nodes that have it, the first one first. */
  readonly providers: readonly string[];
  readonly folder: string;
  /** In the first node's spelling. */
  readonly name: string;
  /** Unique among the files of all nodes. */
  readonly id: string;
}

/** @param provider the first node that has it; the others may be added */
export const fileOnNodes = (
  provider: string,
  folder: string,
  name: string,
): FileOnNodes & { readonly providers: string[] } => ({
  providers: [provider],
  folder,
  name,
  id: JSON.stringify([provider, folder, name]),
});

const filesOf = (provider: string, loras: readonly string[]): readonly FileOnNodes[] =>
  loras.map((name) => fileOnNodes(provider, 'loras', name));

const MAX_PARALLEL = 8;
/** Fewer, so that one caller can't take all slots. */
const MAX_PARALLEL_PER_OWNER = 4;
/** Limit of waiting reads per caller, and of files per request: more than are read while a request waits. */
const MAX_WAITING = 2_000;
/** Nodes that are asked for one header. */
const MAX_ATTEMPTS = 3;
/** How many headers are kept. */
export const MAX_HEADERS = 20_000;
/** A file is rarely replaced by another one of the same name. */
const MAX_AGE_MS = 60 * 60 * 1000;
/** For so long, a header that could not be read counts as one that says nothing. */
const FAILED_MS = 10 * 60_000;
/** A request waits at most this long. */
const MAX_WAIT_MS = 3_000;

/** The headers (metadata blocks at the start) of model files, read through the nodes that have them and cached. */
@Injectable()
export class ModelHeadersService implements ModelHeaders {
  private readonly cache = boundedCache<ModelHeader>(MAX_HEADERS, MAX_AGE_MS);
  private readonly failed = boundedCache<true>(MAX_HEADERS, FAILED_MS);
  private readonly loading = new Map<string, Promise<void>>();
  private readonly slots = new Slots(MAX_PARALLEL, {
    perOwner: MAX_PARALLEL_PER_OWNER,
    maxWaitingPerOwner: MAX_WAITING,
  });

  constructor(
    private readonly nodes: NodeAccess,
    private readonly clock: Clock,
  ) {}

  /** The cached header, or `NO_HEADER`. */
  cached(file: FileOnNodes): ModelHeader {
    return this.cache.get(file.id) ?? NO_HEADER;
  }

  /**
   * Reads the headers that are not known, for some seconds at most, and no longer than the client waits.
   * @returns how many are still missing
   */
  async load({ ownerId }: Caller, files: readonly FileOnNodes[]): Promise<number> {
    const missing = files.filter((file) => !this.isKnown(file));
    if (missing.length === 0) return 0;
    const waiting = new AbortController();
    const gone = requestContext.getStore()?.clientGone?.();
    const { signal, release } = joinSignals(waiting.signal, ...(gone ? [gone] : []));
    setMaxListeners(0, signal);
    const read = (file: FileOnNodes): Promise<void> =>
      this.slots.run(() => this.loadOne(file), ownerId ?? '', signal).catch(() => undefined);
    await this.clock.within(MAX_WAIT_MS, Promise.all(missing.slice(0, MAX_WAITING).map(read)));
    waiting.abort();
    release();
    return missing.filter((file) => !this.isKnown(file)).length;
  }

  async loadLoras(caller: Caller, provider: string, loras: readonly string[]): Promise<void> {
    await this.load(caller, filesOf(provider, loras));
  }

  baseModels(provider: string, loras: readonly string[]): ReadonlyMap<string, string> {
    const named = filesOf(provider, loras).map(
      (file) => [file.name, this.cached(file).baseModel] as const,
    );
    return new Map(named.flatMap(([name, base]) => (base === null ? [] : [[name, base] as const])));
  }

  private isKnown({ id }: FileOnNodes): boolean {
    return this.cache.has(id) || this.failed.has(id);
  }

  private async loadOne(file: FileOnNodes): Promise<void> {
    if (this.isKnown(file)) return;
    const loading =
      this.loading.get(file.id) ?? this.ask(file).finally(() => this.loading.delete(file.id));
    this.loading.set(file.id, loading);
    await loading;
  }

  /** Asks one node after another until one answers. */
  private async ask({ providers, folder, name, id }: FileOnNodes): Promise<void> {
    for (const [at, provider] of providers.slice(0, MAX_ATTEMPTS).entries())
      try {
        // Slashes are understood by nodes on Windows, too.
        const spelt = at === 0 ? name : withSlashes(name);
        const metadata = await this.nodes.modelMetadata(provider, folder, spelt);
        this.cache.set(id, readModelHeader(metadata));
        return;
      } catch {
        continue;
      }
    this.failed.set(id, true);
  }
}
