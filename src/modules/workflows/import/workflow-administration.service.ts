import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { UserError } from '../../../platform/errors/user-error';
import { WorkflowCatalogueService } from '../catalogue/workflow-catalogue.service';
import { type ManifestSource, readManifest } from '../derivation/manifest';
import { embeddedWorkflow } from '../embedded/embedded-workflow';
import type { Workflow } from '../public/workflow';
import {
  type ImportVerdict,
  type ListedWorkflow,
  type TerminalImport,
  WorkflowAdministration,
  type WorkflowStatus,
} from '../public/workflow-administration';
import { idOfFile } from './folder-entry';
import { problemLine, problemsOf, waitingFile } from './folder-problems';
import { ImportedWorkflowsService } from './imported-workflows.service';
import { parseImportText } from './parse-import';
import { ImportRejected, type PreparedImport, prepareImport, toWrapper } from './prepare-import';
import type { Resolution } from './resolve-import';
import { decodeUtf8, NOT_UTF8 } from './workflow-folder.store';
import { WorkflowImporterService } from './workflow-importer.service';

/** Workflows for the command line. */
@Injectable()
export class WorkflowAdministrationService implements WorkflowAdministration {
  constructor(
    private readonly catalogue: WorkflowCatalogueService,
    private readonly imported: ImportedWorkflowsService,
    private readonly importer: WorkflowImporterService,
  ) {}

  async import(caller: Caller, input: TerminalImport): Promise<ImportVerdict> {
    const { id } = input;
    this.importer.requireFree(caller, id);
    const text = await textOf(input.content);
    try {
      const resolution = await this.importer.import(caller, prepared(input, text));
      return verdictOn(id, resolution);
    } catch (error) {
      if (!(error instanceof ImportRejected)) throw error;
      const problems = problemsOf(id, { workflow: text, manifest: null }, error.faults);
      throw new UserError(problems.map(problemLine).join('\n'));
    }
  }

  list(): ReturnType<WorkflowAdministration['list']> {
    const workflows = this.catalogue.list().map((workflow) => this.listed(workflow));
    const ids = new Set(workflows.map(({ id }) => id));
    const others = this.unusable().filter(({ id }) => !ids.has(id));
    return {
      items: [...workflows, ...others].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      problems: this.catalogue.problems().map(problemLine),
    };
  }

  remove(caller: Caller, id: string): Promise<void> {
    return this.importer.remove(caller, id);
  }

  private listed({ id, name, source, kind }: Workflow): ListedWorkflow {
    const resolution = source === 'imported' ? this.imported.resolution(id) : undefined;
    return { id, name, source, kind, status: resolution ? statusOf(resolution) : 'ready' };
  }

  /**
   * Files with an id but without a valid workflow. None is unread, because a command's first refresh reads everything.
   */
  private unusable(): readonly ListedWorkflow[] {
    const items = new Map<string, ListedWorkflow>();
    for (const { file, status } of this.catalogue.problems()) {
      const id = idOfFile(file);
      if (id !== null && status !== 'unread')
        items.set(id, { id, name: id, source: 'imported', kind: null, status });
    }
    return [...items.values()];
  }
}

/** A workflow is ready if a node has described it or if its file is complete, so that nothing was derived. */
function statusOf(resolution: Resolution): WorkflowStatus {
  return resolution.state === 'ready' ? readiness(resolution) : resolution.state;
}

function readiness({
  guesses,
  described,
}: Extract<Resolution, { state: 'ready' }>): 'ready' | 'unchecked' {
  return Object.keys(guesses).length === 0 || described > 0 ? 'ready' : 'unchecked';
}

function verdictOn(
  id: string,
  resolution: Exclude<Resolution, { state: 'broken' }>,
): ImportVerdict {
  if (resolution.state === 'ready') {
    const { guesses: params, warnings } = resolution;
    return {
      params,
      warnings,
      missing_classes: [],
      problems: [],
      status: readiness(resolution),
    };
  }
  return {
    status: 'needs_nodes',
    params: {},
    warnings: [],
    missing_classes: resolution.missing.map(({ class: name }) => name),
    problems: [problemLine(waitingFile(id, resolution))],
  };
}

/** The text of a JSON file, or the one inside a media file. */
async function textOf(content: Buffer): Promise<string> {
  if (/^\uFEFF?\s*[[{"]/.test(content.subarray(0, 64).toString('utf8'))) {
    const text = decodeUtf8(content);
    if (text === null) throw new UserError(`The file ${NOT_UTF8}.`);
    return text;
  }
  const embedded = await embeddedWorkflow({
    size: content.length,
    read: (offset, length) => Promise.resolve(content.subarray(offset, offset + length)),
  });
  if (embedded.format === 'none') throw new UserError(`No workflow: ${embedded.reason}.`);
  return JSON.stringify(toWrapper(embedded));
}

/** @throws ImportRejected, UserError */
function prepared({ id, name, manifest }: TerminalImport, text: string): PreparedImport {
  const parsed = parseImportText(id, text, null);
  if (parsed.kind === 'complete' && (name !== undefined || manifest))
    throw new UserError('The file is a complete workflow: leave out name and manifest.');
  const overrides = {
    name,
    manifest: manifest && manifestIn(readManifest(manifest.file, manifest.text)),
  };
  return prepareImport(id, parsed, overrides, () => text);
}

function manifestIn({ manifest, problems }: ManifestSource): Record<string, unknown> {
  if (problems.length > 0)
    throw new UserError(
      problems.map((problem) => problemLine({ ...problem, status: 'broken' })).join('\n'),
    );
  return { ...manifest };
}
