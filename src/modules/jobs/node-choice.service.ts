import { Injectable } from '@nestjs/common';
import { NodeAccess } from '../providers/public/node-access';
import { ProviderDirectory } from '../providers/public/provider-directory';
import type { JobRow } from './job.entity';
import { JobsRepository } from './jobs.repository';

/** Finds another node for a job that was left to us and whose node is away. */
@Injectable()
export class NodeChoice {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly providers: ProviderDirectory,
    private readonly nodes: NodeAccess,
  ) {}

  /** The online node with the right role and every class of the graph that has the shortest queue, or `null`. */
  async otherThan(job: JobRow): Promise<string | null> {
    const { graph } = await this.jobs.payload(job.prompt_id);
    const classes = new Set(Object.values(graph).map((node) => node.class_type));
    const able = this.providers.list().filter((node) => {
      if (node.id === job.provider || node.status !== 'online') return false;
      const known = this.nodes.knownClasses(node.id);
      return (
        node.roles.includes(job.kind) &&
        known !== null &&
        [...classes].every((name) => name in known)
      );
    });
    const waiting = new Map<string, number>();
    for (const { provider, count } of await this.jobs.load()) {
      waiting.set(provider, (waiting.get(provider) ?? 0) + count);
    }
    const length = (id: string): number => waiting.get(id) ?? 0;
    able.sort((a, b) => length(a.id) - length(b.id));
    return able[0]?.id ?? null;
  }
}
