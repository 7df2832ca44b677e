import { Injectable } from '@nestjs/common';
import { boundedCache } from '../../platform/bounded-cache';
import { Clock } from '../../platform/clock/clock';
import { Slots } from '../../platform/slots';
import { NodeAccess } from '../providers/public/node-access';
import { ModelHeaders } from './public/model-headers';
import { type ModelHeader, NO_HEADER, readModelHeader } from './model-header';

export interface FileOnNode {
  readonly provider: string;
  readonly folder: string;
  /** In the node's spelling. */
  readonly name: string;
  /** Unique among the files of all nodes. */
  readonly id: string;
}

export const fileOnNode = (provider: string, folder: string, name: string): FileOnNode => ({
  provider,
  folder,
  name,
  id: JSON.stringify([provider, folder, name]),
});

const filesOf = (provider: string, loras: readonly string[]): readonly FileOnNode[] =>
  loras.map((name) => fileOnNode(provider, 'loras', name));

const MAX_PARALLEL = 8;
const MAX_HEADERS = 20_000;
/** A file is rarely replaced by another one of the same name. */
const MAX_AGE_MS = 60 * 60 * 1000;
/** A request waits at most this long; headers that are still loading are available to later requests. */
const MAX_WAIT_MS = 3_000;

/** The headers (metadata blocks at the start) of model files, read through the nodes that have them and cached. */
@Injectable()
export class ModelHeadersService implements ModelHeaders {
  private readonly cache = boundedCache<ModelHeader>(MAX_HEADERS, MAX_AGE_MS);
  private readonly loading = new Map<string, Promise<void>>();
  private readonly slots = new Slots(MAX_PARALLEL);

  constructor(
    private readonly nodes: NodeAccess,
    private readonly clock: Clock,
  ) {}

  /** The cached header, or `NO_HEADER`. */
  cached(file: FileOnNode): ModelHeader {
    return this.cache.get(file.id) ?? NO_HEADER;
  }

  /** Reads the headers that are not cached; resolves when it has them, or after some seconds. */
  async load(files: readonly FileOnNode[]): Promise<void> {
    const missing = files.filter((file) => !this.cache.has(file.id));
    if (missing.length === 0) return;
    await this.clock.within(MAX_WAIT_MS, Promise.all(missing.map((file) => this.loadOne(file))));
  }

  loadLoras(provider: string, loras: readonly string[]): Promise<void> {
    return this.load(filesOf(provider, loras));
  }

  baseModels(provider: string, loras: readonly string[]): ReadonlyMap<string, string> {
    const named = filesOf(provider, loras).map(
      (file) => [file.name, this.cached(file).baseModel] as const,
    );
    return new Map(named.flatMap(([name, base]) => (base === null ? [] : [[name, base] as const])));
  }

  private loadOne(file: FileOnNode): Promise<void> {
    const { id } = file;
    const running = this.loading.get(id);
    if (running) return running;
    const loading = this.slots
      .run(() => this.nodes.modelMetadata(file.provider, file.folder, file.name))
      .then((metadata) => void this.cache.set(id, readModelHeader(metadata)))
      // A node that can't answer now is asked again by the next request.
      .catch(() => undefined)
      .finally(() => this.loading.delete(id));
    this.loading.set(id, loading);
    return loading;
  }
}
