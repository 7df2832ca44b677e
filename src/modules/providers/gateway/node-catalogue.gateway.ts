import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { readObjectInfo } from '../responses/object-info';
import { TtlCache } from './ttl-cache';
import { NodeRegistry } from '../node-registry';
import { NodeBadAnswer } from '../public/node-errors';
import type { ObjectInfo } from '../public/comfy-types';
import { expectJson } from './node-response';
import { NodeRequestsGateway } from './node-requests.gateway';

/** `object_info` takes a node half a second and has megabytes: it is cached. */
const CLASSES_MS = 10_000;
const MODELS_MS = 5000;
/** A node that is loading models answers slowly. */
const TIMEOUT_MS = 30_000;

interface Classes {
  readonly digest: string;
  readonly info: ObjectInfo;
}

/** Node classes and model files of nodes: cached for seconds, one request at a time. */
@Injectable()
export class NodeCatalogueGateway {
  private readonly classCache: TtlCache<Classes>;
  private readonly modelCache: TtlCache<readonly string[]>;

  constructor(
    private readonly registry: NodeRegistry,
    private readonly requests: NodeRequestsGateway,
    clock: Clock,
  ) {
    this.classCache = new TtlCache(clock, CLASSES_MS);
    this.modelCache = new TtlCache(clock, MODELS_MS);
  }

  /** The cached classes, also of an offline node; reading outdated ones starts a refresh. */
  cachedClasses(providerId: string): ObjectInfo | null {
    const key = keyOf(providerId);
    const online = this.registry.get(providerId)?.status === 'online';
    if (online && this.classCache.isStale(key)) this.classes(providerId).catch(() => undefined);
    return this.classCache.last(key)?.info ?? null;
  }

  async classes(providerId: string): Promise<ObjectInfo> {
    const ask = (last: Classes | undefined): Promise<Classes> => this.askClasses(providerId, last);
    return (await this.classCache.get(keyOf(providerId), ask)).info;
  }

  async models(providerId: string, folder: string): Promise<readonly string[]> {
    const key = keyOf(providerId) + folder;
    return await this.modelCache.get(key, () => this.askModels(providerId, folder));
  }

  /** Only safetensors files have metadata, which the node answers as texts by name. */
  async modelMetadata(providerId: string, folder: string, name: string): Promise<unknown> {
    const query = new URLSearchParams({ filename: name }).toString();
    const path = `/view_metadata/${encodeURIComponent(folder)}?${query}`;
    const call = { method: 'GET', path, timeoutMs: TIMEOUT_MS } as const;
    const answer = await this.requests.request(providerId, call);
    return answer.status === 404 ? null : expectJson(providerId, answer);
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

  /** The same object as last time while the node's answer is unchanged, so that callers can cache what they derive. */
  private async askClasses(providerId: string, last: Classes | undefined): Promise<Classes> {
    const call = { method: 'GET', path: '/object_info', timeoutMs: TIMEOUT_MS } as const;
    const answer = await this.requests.request(providerId, call);
    const digest = createHash('sha256').update(answer.text).digest('hex');
    if (answer.status === 200 && last?.digest === digest) return last;
    const info = readObjectInfo(expectJson(providerId, answer));
    if (!info) throw new NodeBadAnswer(providerId, 'it is not a catalogue of node classes');
    return { digest, info };
  }

  private async askModels(providerId: string, folder: string): Promise<readonly string[]> {
    const path = `/models/${encodeURIComponent(folder)}`;
    const answer = await this.requests.request(providerId, {
      method: 'GET',
      path,
      timeoutMs: TIMEOUT_MS,
    });
    if (answer.status === 404) return [];
    const names = expectJson(providerId, answer);
    if (!Array.isArray(names)) throw new NodeBadAnswer(providerId, 'it is not a list of files');
    return names.filter((name) => typeof name === 'string');
  }
}

/** Ids have no slash. */
function keyOf(providerId: string): string {
  return `${providerId}/`;
}
