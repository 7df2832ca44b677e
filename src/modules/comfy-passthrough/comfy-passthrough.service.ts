import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { JobReader } from '../jobs/public/job-reader';
import { NodeAnswered, NodeBadAnswer } from '../providers/public/node-errors';
import { NodeDiscovery, type DiscoveryResponse } from '../providers/public/node-discovery';
import { locationRedactor } from '../providers/public/redact-locations';
import { requireProvider, ProviderNotFound } from '../providers/public/provider-access';
import { ProviderDirectory } from '../providers/public/provider-directory';
import {
  type ComfyPath,
  isAnsweredByComfy,
  isPrivateFolder,
  PathNotAllowed,
  readComfyPath,
  readNodeQuery,
} from './comfy-path';
import { promptIdsIn, scopedAnswer } from './scoped-answer';

/** Forwards discovery requests to nodes (spec §4.5), and reduces the answer to what the caller may see. */
@Injectable()
export class ComfyPassthroughService {
  /** Redacted texts of cached answers, for callers who aren't admins. */
  private readonly redacted = new WeakMap<DiscoveryResponse, string>();

  constructor(
    private readonly providers: ProviderDirectory,
    private readonly nodes: NodeDiscovery,
    private readonly jobs: JobReader,
  ) {}

  /**
   * The node's answer as JSON text. Throws `PathNotAllowed` (403), `ProviderNotFound` (404) and what
   * `NodeDiscovery.get` throws.
   * @param url path and query as the request line has them
   */
  async ask(caller: Caller, url: string, provider: string | undefined): Promise<string> {
    const sent = readNodeQuery(url);
    const path = allowed(caller, sent.path);
    const node =
      provider === undefined
        ? this.providers.defaultProvider()
        : requireProvider(this.providers, provider);
    if (!node) throw new ProviderNotFound();
    if (!caller.isAdmin && isPrivateFolder(path)) throw new NodeAnswered(node.id, 404);
    const { segments } = path;
    const reply = await this.nodes.get(node.id, { caller, segments, query: sent.query });
    if (caller.isAdmin) return reply.text;
    try {
      return await this.scoped(caller, path, reply);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new NodeBadAnswer(node.id, 'it is nested too deeply', error);
    }
  }

  private async scoped(caller: Caller, path: ComfyPath, reply: DiscoveryResponse): Promise<string> {
    const cached = this.redacted.get(reply);
    if (cached !== undefined) return cached;
    const isPersonal = path.root === 'queue' || path.root === 'history';
    const ownPromptIds = isPersonal
      ? await this.jobs.ownPrompts(caller, promptIdsIn(path, reply.value))
      : new Set<string>();
    const redactText = locationRedactor(this.providers.list().map(({ base_url }) => base_url));
    const text = JSON.stringify(scopedAnswer(path, reply.value, { ownPromptIds, redactText }));
    if (!isPersonal) this.redacted.set(reply, text);
    return text;
  }
}

function allowed(caller: Caller, raw: string): ComfyPath {
  const path = readComfyPath(raw);
  if ('fault' in path) throw new PathNotAllowed(path.fault);
  if (!caller.isAdmin && !isAnsweredByComfy(path))
    throw new PathNotAllowed(`There is nothing below /${path.segments.slice(0, -1).join('/')}.`);
  return path;
}
