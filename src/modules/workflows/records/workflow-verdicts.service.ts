import { Injectable } from '@nestjs/common';
import { asLine } from '../import/folder-entry';
import { ImportedWorkflows } from '../import/imported-workflows.service';
import { LiveCatalogue } from '../catalogue/live-catalogue.service';
import type { Resolution } from '../import/resolve-import';
import type { Workflow } from '../public/workflow';
import {
  type JudgedWorkflow,
  type VerdictStatus,
  WorkflowVerdicts,
  type WorkflowVerdict,
} from '../public/workflow-verdicts';

const NOTHING = { params: {}, warnings: [], missing_classes: [], problems: [] } as const;

/** Verdicts for the terminal. */
@Injectable()
export class WorkflowVerdictsService extends WorkflowVerdicts {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly imported: ImportedWorkflows,
  ) {
    super();
  }

  of(id: string): WorkflowVerdict {
    const resolution = this.imported.resolution(id);
    if (resolution === undefined) return { status: 'broken', ...NOTHING };
    const status = statusOf(resolution);
    if (resolution.state === 'ready') {
      const { guesses: params, warnings } = resolution;
      return { status, ...NOTHING, params, warnings };
    }
    const missing = resolution.state === 'needs_nodes' ? resolution.missing : [];
    const problems = this.imported.problemsOf(id).map(asLine);
    return {
      status,
      ...NOTHING,
      missing_classes: missing.map(({ class: name }) => name),
      problems,
    };
  }

  list(): readonly JudgedWorkflow[] {
    const good = this.catalogue.list().map((workflow) => this.judged(workflow));
    const ids = new Set(good.map(({ id }) => id));
    const others = [...this.waiting()].filter(([id]) => !ids.has(id));
    return [...good, ...others.map(([id, status]) => nothingYet(id, status))].toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    );
  }

  private judged({ id, name, source, kind }: Workflow): JudgedWorkflow {
    const resolution = source === 'imported' ? this.imported.resolution(id) : undefined;
    return { id, name, source, kind, status: resolution ? statusOf(resolution) : 'ready' };
  }

  /** Files that hold an id but no workflow, with what is wrong. */
  private waiting(): ReadonlyMap<string, VerdictStatus> {
    const found = new Map<string, VerdictStatus>();
    for (const { file, status } of this.catalogue.problems()) {
      const [, id] = /^([a-z0-9][a-z0-9_-]{0,63})(?:\.manifest)?\.json$/.exec(file) ?? [];
      // A first look, such as a command's, leaves nothing unread.
      if (id !== undefined && status !== 'unread') found.set(id, status);
    }
    return found;
  }
}

function nothingYet(id: string, status: VerdictStatus): JudgedWorkflow {
  return { id, name: id, source: 'imported', kind: null, status };
}

/** Ready is what a node has described, and a file that says everything itself, of which nothing was guessed. */
function statusOf(resolution: Resolution): VerdictStatus {
  if (resolution.state !== 'ready') return resolution.state;
  const isWhole = Object.keys(resolution.guesses).length === 0;
  return isWhole || resolution.described > 0 ? 'ready' : 'unchecked';
}
