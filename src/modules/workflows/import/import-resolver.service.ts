import { Injectable } from '@nestjs/common';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import { NodeAccess } from '../../providers/public/node-access';
import { locationRedactor, type TextRedactor } from '../../providers/public/redact-locations';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import type { Workflow } from '../public/workflow';
import type { BroughtWorkflow } from './import-text';
import { withLostNumbers } from './lost-numbers';
import { resolveImport, type Resolution } from './resolve-import';

/** Makes workflows of what people bring, with what the nodes are known to offer. Never waits for a node. */
@Injectable()
export class ImportResolver {
  constructor(
    private readonly providers: ProviderDirectory,
    private readonly access: NodeAccess,
  ) {}

  /** What nodes offer as last known, the default node first. */
  known(): readonly ObjectInfo[] {
    return [...this.providers.list()]
      .sort((a, b) => Number(b.is_default) - Number(a.is_default))
      .map(({ id }) => this.access.knownClasses(id))
      .filter((info) => info !== null);
  }

  resolve(brought: BroughtWorkflow): Resolution {
    const infos = this.known();
    const resolution = withLostNumbers(resolveImport(brought, infos), brought, infos);
    if (resolution.state !== 'ready') return resolution;
    const clean = locationRedactor(this.providers.list().map(({ base_url }) => base_url));
    return { ...resolution, workflow: cleaned(resolution.workflow, clean) };
  }
}

/** Descriptions come from nodes, too, and anybody may read them. */
function cleaned(workflow: Workflow, clean: TextRedactor): Workflow {
  const params = Object.entries(workflow.params).map(
    ([name, param]) => [name, { ...param, description: clean(param.description) }] as const,
  );
  return { ...workflow, params: Object.fromEntries(params) };
}
