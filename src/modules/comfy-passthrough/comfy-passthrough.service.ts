import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { Slots } from '../../platform/slots';
import { JobReader } from '../jobs/public/job-reader';
import { NodeAnswered } from '../providers/public/node-errors';
import { NodeDiscovery } from '../providers/public/node-discovery';
import { locationRedactor } from '../providers/public/redact-locations';
import { requireProvider, ProviderNotFound } from '../providers/public/provider-access';
import { ProviderDirectory } from '../providers/public/provider-directory';
import {
  type ComfyPath,
  isAnsweredByComfy,
  isPrivateFolder,
  isWholeObjectInfo,
  PathNotAllowed,
  readComfyPath,
  readNodeQuery,
} from './comfy-path';
import { jsonOf, type Members, membersOf } from './members';
import { promptIdsIn, scopedAnswer } from './scoped-answer';

/** Characters that are sent at once. */
const PIECE_LENGTH = 64 * 1024;

/** Forwards discovery requests to nodes, and reduces the answer to what the caller may see. */
@Injectable()
export class ComfyPassthroughService {
  /** Answers are written in turns: never more than one piece of all answers per turn of the event loop. */
  private readonly turns = new Slots(1);

  constructor(
    private readonly providers: ProviderDirectory,
    private readonly nodes: NodeDiscovery,
    private readonly jobs: JobReader,
  ) {}

  /**
   * The node's answer as JSON, in pieces. Throws `PathNotAllowed` (403), `ProviderNotFound` (404) and what
   * `NodeDiscovery.get` throws.
   * @param url path and query as the request line has them
   */
  async ask(caller: Caller, url: string, provider: string | undefined): Promise<Readable> {
    const sent = readNodeQuery(url);
    const path = allowed(caller, sent.path);
    const node =
      provider === undefined
        ? this.providers.defaultProvider()
        : requireProvider(this.providers, provider);
    if (!node) throw new ProviderNotFound();
    const { segments } = path;
    if (!caller.isAdmin && isPrivateFolder(path))
      throw new NodeAnswered(node.id, 404, `/${segments.join('/')}`);
    const reply = isWholeObjectInfo(path)
      ? { value: await this.nodes.objectInfo(node.id), chunks: null }
      : await this.nodes.get(node.id, { caller, segments, query: sent.query });
    if (caller.isAdmin && reply.chunks) return Readable.from(reply.chunks);
    const members = caller.isAdmin
      ? membersOf(reply.value)
      : await this.scoped(caller, path, reply.value);
    return Readable.from(this.written(caller, jsonOf(members)));
  }

  private async scoped(caller: Caller, path: ComfyPath, value: unknown): Promise<Members> {
    const isPersonal = path.root === 'queue' || path.root === 'history';
    const ownPromptIds = isPersonal
      ? await this.jobs.ownPrompts(caller, promptIdsIn(path, value))
      : new Set<string>();
    const redactText = locationRedactor(this.providers.list().map(({ base_url }) => base_url));
    return scopedAnswer(path, value, { ownPromptIds, redactText });
  }

  /** Joins texts to larger pieces, and makes each piece in its own turn of the event loop. */
  private async *written({ ownerId }: Caller, texts: Iterable<string>): AsyncGenerator<string> {
    const iterator = texts[Symbol.iterator]();
    const nextPiece = async (): Promise<string> => {
      await setImmediate();
      let piece = '';
      for (;;) {
        const next = iterator.next();
        if (next.done === true) return piece;
        piece += next.value;
        if (piece.length >= PIECE_LENGTH) return piece;
      }
    };
    for (;;) {
      const piece = await this.turns.run(nextPiece, ownerId ?? '');
      if (piece === '') return;
      yield piece;
    }
  }
}

function allowed(caller: Caller, raw: string): ComfyPath {
  const path = readComfyPath(raw);
  if ('fault' in path) throw new PathNotAllowed(path.fault);
  if (!caller.isAdmin && !isAnsweredByComfy(path))
    throw new PathNotAllowed(`There is nothing below /${path.segments.slice(0, -1).join('/')}.`);
  return path;
}
