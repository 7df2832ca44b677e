import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import type { JsonRecord } from '../../../platform/json';
import { Slots } from '../../../platform/slots';
import { type ByteChunks, membersInPieces } from '../responses/json-pieces';
import { type NodeClass, type NodeClasses, readObjectInfo } from '../responses/object-info';
import { SharedValues } from '../responses/shared-values';
import { RequestCoalescer } from './request-coalescer';
import { TtlCache } from './ttl-cache';
import { concatenated, firstBytes, hashed } from './byte-streams';
import { withoutPauses } from './without-pauses';
import { NodeRegistry } from '../node-registry';
import { NodeBadAnswer } from '../public/node-errors';
import type { ObjectInfo } from '../public/comfy-types';
import { LARGE_ANSWER_BYTES } from './node-http.gateway';
import { expectJson, type NodeResponse } from './node-response';
import { NodeRequestsGateway } from './node-requests.gateway';

/** `object_info` takes a node half a second and has megabytes: it is cached. */
const CLASSES_MS = 10_000;
/** With many nodes it is cached for longer, because parsing it takes a sixth of a second, and uploads change it. */
const CLASSES_MS_PER_NODE = 1000;
/** How much longer for readers who don't wait: a request that outdated classes refuse fetches current ones. */
const BACKGROUND_FACTOR = 3;
const MODELS_MS = 5000;
/** A list of models asks all nodes. */
const MODELS_MS_PER_NODE = 200;
/** A node that is loading models answers slowly. */
const TIMEOUT_MS = 30_000;
/** Large catalogues take a node seconds. */
const CLASSES_TIMEOUT_MS = 60_000;
/** A node with 2,694 classes and many files sends 102 MiB. */
const MAX_CLASSES_BYTES = 512 * 1024 * 1024;
/** Kept until it is clear whether they are known: parsing takes fifty times longer than hashing. Core nodes send 2 to 5 MB. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
/** Limits the memory while hundreds of nodes come online together. */
const MAX_READ_AT_ONCE = 8;

/** Beyond the regular ones, so that wrong names in requests don't keep a node busy. */
const MAX_EXTRA_FETCHES = 5;
const EXTRA_FETCHES_MS = 10_000;

/** No folder has an empty name. */
const ALL_FOLDERS = '';

interface CachedClasses extends NodeClasses {
  readonly digest: string;
}

/** Node classes and model files of nodes: cached for seconds, one request at a time. */
@Injectable()
export class NodeCatalogueGateway {
  private readonly classCache: TtlCache<CachedClasses>;
  private readonly modelCache: TtlCache<readonly string[]>;
  /** Nodes mostly differ in a few loaders, by the lists of their files. */
  private readonly knownClasses = new SharedValues<NodeClass>();
  private readonly knownModels = new SharedValues<readonly string[]>();
  private readonly reading = new Slots(MAX_READ_AT_ONCE);
  /**
   * Catalogues that fit into the buffer are parsed one at a time, so that other requests wait for one piece at most. Larger ones
   * are parsed while they are downloaded: a slow node would hold the slot for a minute.
   */
  private readonly parsing = new Slots(1);
  private readonly extraFetches = new Map<string, RequestCoalescer<CachedClasses>>();
  /** When the last extra fetches of each node were requested. */
  private readonly extraFetchTimes = new Map<string, readonly number[]>();

  constructor(
    private readonly registry: NodeRegistry,
    private readonly requests: NodeRequestsGateway,
    private readonly clock: Clock,
  ) {
    // Reading an answer that is not a catalogue takes as long as a catalogue, and every request would.
    this.classCache = new TtlCache(clock, () => this.classesMs(), {
      keepsFailure: (error) => error instanceof NodeBadAnswer,
    });
    this.modelCache = new TtlCache(clock, () => this.modelsMs(), { weightOf: weightOfNames });
  }

  /** The cached classes, also of an offline node; reading outdated ones starts a refresh. */
  cachedClasses(providerId: string): ObjectInfo | null {
    const key = keyOf(providerId);
    const online = this.registry.get(providerId)?.status === 'online';
    const isStale = this.classCache.isStale(key, BACKGROUND_FACTOR * this.classesMs());
    if (online && isStale) this.classes(providerId).catch(() => undefined);
    return this.classCache.last(key)?.info ?? null;
  }

  async classes(providerId: string): Promise<ObjectInfo> {
    return (await this.freshClasses(providerId)).info;
  }

  /**
   * Classes that are fetched after the call, in one request for all who wait for them; cached ones after five such
   * fetches in ten seconds.
   */
  async currentClasses(providerId: string): Promise<ObjectInfo> {
    let fetch = this.extraFetches.get(providerId);
    if (!fetch) {
      fetch = new RequestCoalescer(() => this.fetchAgain(providerId));
      this.extraFetches.set(providerId, fetch);
    }
    return (await fetch.get()).info;
  }

  /** `object_info` as the node wrote it, except that integers beyond 2^53 are rounded. */
  async describedClasses(providerId: string): Promise<JsonRecord> {
    const { members } = await this.freshClasses(providerId);
    return Object.fromEntries([...members].map(([name, { described }]) => [name, described]));
  }

  async models(providerId: string, folder: string): Promise<readonly string[]> {
    return await this.names(providerId, folder);
  }

  async modelFolders(providerId: string): Promise<readonly string[]> {
    return await this.names(providerId, ALL_FOLDERS);
  }

  /** Only safetensors files have metadata, which the node answers as texts by name. */
  async modelMetadata(providerId: string, folder: string, name: string): Promise<unknown> {
    const query = new URLSearchParams({ filename: name }).toString();
    const path = `/view_metadata/${encodeURIComponent(folder)}?${query}`;
    const answer = await this.askLarge(providerId, path);
    return answer.status === 404 ? null : await expectJson(providerId, answer);
  }

  /** The node may have restarted with other classes and files. */
  expire(providerId: string): void {
    const belongs = (key: string): boolean => key.startsWith(keyOf(providerId));
    this.classCache.expire(belongs);
    this.modelCache.expire(belongs);
  }

  /** Another node answers under this id, or none any more. */
  drop(providerId: string): void {
    const belongs = (key: string): boolean => key.startsWith(keyOf(providerId));
    this.classCache.drop(belongs);
    this.modelCache.drop(belongs);
  }

  private classesMs(): number {
    return Math.max(CLASSES_MS, CLASSES_MS_PER_NODE * this.registry.size);
  }

  private modelsMs(): number {
    return Math.max(MODELS_MS, MODELS_MS_PER_NODE * this.registry.size);
  }

  private mayFetchAgain(providerId: string): boolean {
    const now = this.clock.monotonic();
    const times = this.extraFetchTimes.get(providerId) ?? [];
    const recent = times.filter((at) => now - at < EXTRA_FETCHES_MS);
    if (recent.length >= MAX_EXTRA_FETCHES) return false;
    this.extraFetchTimes.set(providerId, [...recent, now]);
    return true;
  }

  private async fetchAgain(providerId: string): Promise<CachedClasses> {
    const key = keyOf(providerId);
    // Never two at a time.
    await this.classCache.settled(key);
    if (this.mayFetchAgain(providerId)) this.classCache.expire((other) => other === key);
    return await this.freshClasses(providerId);
  }

  private freshClasses(providerId: string): Promise<CachedClasses> {
    return this.classCache.get(keyOf(providerId), () => this.askClasses(providerId));
  }

  private async askClasses(providerId: string): Promise<CachedClasses> {
    const paused = new AbortController();
    const call = {
      method: 'GET',
      path: '/object_info',
      timeoutMs: CLASSES_TIMEOUT_MS,
      maxBytes: MAX_CLASSES_BYTES,
      signal: paused.signal,
    } as const;
    const classes = await this.requests.requestInPieces(providerId, call, (chunks) =>
      this.reading.run(() => this.readClasses(withoutPauses(chunks, this.clock, paused))),
    );
    if (!classes) throw new NodeBadAnswer(providerId, 'it is not a catalogue of node classes');
    return classes;
  }

  /**
   * The same object for the same bytes, whichever node sent them, so that callers can cache what they derive from it, and
   * nodes that are equal cost their memory once.
   */
  private async readClasses(chunks: AsyncIterable<Buffer>): Promise<CachedClasses | null> {
    const hash = createHash('sha256');
    const source = hashed(chunks, hash);
    const { kept, isAll } = await firstBytes(source, MAX_KEPT_BYTES);
    if (!isAll) {
      const classes = await this.parse(concatenated(kept, source));
      return classes && { digest: hash.digest('hex'), ...classes };
    }
    const digest = hash.digest('hex');
    return await this.parsing.run(async () => {
      const known = this.classCache.find((one) => one.digest === digest);
      if (known) return known;
      const classes = await this.parse(kept);
      return classes && { digest, ...classes };
    });
  }

  private parse(chunks: ByteChunks): Promise<NodeClasses | null> {
    return readObjectInfo(membersInPieces(chunks), this.knownClasses);
  }

  private names(providerId: string, folder: string): Promise<readonly string[]> {
    const path = folder === ALL_FOLDERS ? '/models' : `/models/${encodeURIComponent(folder)}`;
    return this.modelCache.get(keyOf(providerId) + folder, () => this.askNames(providerId, path));
  }

  private async askNames(providerId: string, path: string): Promise<readonly string[]> {
    const answer = await this.askLarge(providerId, path);
    if (answer.status === 404) return [];
    const names = await expectJson(providerId, answer);
    if (!Array.isArray(names)) throw new NodeBadAnswer(providerId, 'it is not a list of names');
    const files = names.filter((name) => typeof name === 'string');
    return this.knownModels.get(files, () => files);
  }

  private askLarge(providerId: string, path: string): Promise<NodeResponse> {
    return this.requests.request(providerId, {
      method: 'GET',
      path,
      timeoutMs: TIMEOUT_MS,
      maxBytes: LARGE_ANSWER_BYTES,
    });
  }
}

/** The 2,000 entries of the cache have 128 MiB. A list that is larger is requested each time. */
const CHARACTERS_PER_ENTRY = 64 * 1024;
/** What a string takes besides its characters. */
const CHARACTERS_PER_NAME = 24;

const weightOfNames = (names: readonly string[]): number =>
  1 +
  Math.floor(
    names.reduce((sum, { length }) => sum + length + CHARACTERS_PER_NAME, 0) / CHARACTERS_PER_ENTRY,
  );

/** Ids have no slash. */
function keyOf(providerId: string): string {
  return `${providerId}/`;
}
