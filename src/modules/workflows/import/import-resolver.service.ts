import { Injectable, Optional } from '@nestjs/common';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import { NodeAccess } from '../../providers/public/node-access';
import { locationRedactor, type TextRedactor } from '../../providers/public/redact-locations';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import type { Workflow } from '../public/workflow';
import { reportUnrepresentableNumbers } from './unrepresentable-numbers';
import { distinctCatalogues } from './class-digests';
import type { ParsedImport } from './parse-import';
import { resolveImport, type Resolution } from './resolve-import';

/**
 * Resolves imported texts to workflows with the nodes' cached catalogues; it never waits for a node. The command line
 * has no nodes.
 */
@Injectable()
export class ImportResolverService {
  constructor(
    @Optional() private readonly providers?: ProviderDirectory,
    @Optional() private readonly access?: NodeAccess,
  ) {}

  /** The nodes' cached catalogues that differ in more than lists of files, the default node's first. */
  infos(): readonly ObjectInfo[] {
    const infos = [...(this.providers?.list() ?? [])]
      .sort((a, b) => Number(b.is_default) - Number(a.is_default))
      .map(({ id }) => this.access?.cachedClasses(id) ?? null)
      .filter((info) => info !== null);
    return distinctCatalogues(infos);
  }

  resolve(parsed: ParsedImport): Resolution {
    if (parsed.kind === 'broken') return { state: 'broken', faults: parsed.faults };
    if (parsed.kind === 'complete')
      return { state: 'ready', workflow: parsed.workflow, guesses: {}, warnings: [], described: 0 };
    const infos = this.infos();
    const { candidate } = parsed;
    const resolution = reportUnrepresentableNumbers(
      resolveImport(candidate, infos),
      candidate,
      infos,
    );
    if (resolution.state !== 'ready') return resolution;
    const addresses = (this.providers?.list() ?? []).map(({ base_url }) => base_url);
    return { ...resolution, workflow: redacted(resolution.workflow, locationRedactor(addresses)) };
  }
}

/** All callers may read descriptions, but those from nodes may contain addresses and folders. */
function redacted(workflow: Workflow, redact: TextRedactor): Workflow {
  const params = Object.entries(workflow.params).map(
    ([name, param]) => [name, { ...param, description: redact(param.description) }] as const,
  );
  return { ...workflow, params: Object.fromEntries(params) };
}
