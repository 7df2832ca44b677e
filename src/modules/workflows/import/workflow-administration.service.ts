import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { readManifest } from '../derivation/manifest';
import { embeddedWorkflow } from '../embedded/embedded-workflow';
import {
  type TerminalImport,
  WorkflowAdministration,
  WorkflowRefused,
} from '../public/workflow-administration';
import { asLine, type FolderProblem, problemsOf } from './folder-entry';
import type { ImportFault } from './import-fault';
import { fileFor, manifestOver, wrapped } from './import-request';
import { type BroughtWorkflow, manifestFaults, readImportText } from './import-text';
import { LiveCatalogue } from '../catalogue/live-catalogue.service';
import { NodelessResolver } from './nodeless-resolver.service';
import { NOT_UTF8, utf8 } from './utf8';
import { WorkflowShelf } from './workflow-shelf.service';

/** Workflows for the terminal. */
@Injectable()
export class WorkflowAdministrationService extends WorkflowAdministration {
  constructor(
    private readonly catalogue: LiveCatalogue,
    private readonly resolver: NodelessResolver,
    private readonly shelf: WorkflowShelf,
  ) {
    super();
  }

  async import(caller: Caller, brought: TerminalImport): Promise<'ready' | 'needs_nodes'> {
    const { id } = brought;
    await this.shelf.expectFree(caller, id);
    const text = await textIn(brought.content);
    const refuse = (faults: readonly ImportFault[]): WorkflowRefused =>
      refusal(problemsOf(id, { workflow: text, manifest: null }, faults));
    const read = readImportText(id, text, null);
    if (read.is === 'broken') throw refuse(read.faults);
    if (read.is === 'whole') {
      if (brought.name !== undefined || brought.manifest)
        throw new WorkflowRefused('The file says everything itself: leave out name and manifest.');
      await this.shelf.add(caller, id, text);
      return 'ready';
    }
    const said = withManifest(read.brought, brought);
    const resolution = this.resolver.resolve(said);
    if (resolution.state === 'broken') throw refuse(resolution.faults);
    await this.shelf.add(caller, id, fileFor({ is: 'brought', brought: said }, null));
    return resolution.state;
  }

  problems(): readonly string[] {
    return this.catalogue.problems().map(asLine);
  }

  remove(caller: Caller, id: string): Promise<void> {
    return this.shelf.remove(caller, id);
  }
}

/** The text of a JSON file, or the one that a media file carries. */
async function textIn(content: Buffer): Promise<string> {
  if (/^\uFEFF?\s*[[{"]/.test(content.subarray(0, 64).toString('utf8'))) {
    const text = utf8(content);
    if (text === null) throw new WorkflowRefused(`The file ${NOT_UTF8}.`);
    return text;
  }
  const found = await embeddedWorkflow({
    size: content.length,
    read: (offset, length) => Promise.resolve(content.subarray(offset, offset + length)),
  });
  if (found.format === 'none') throw new WorkflowRefused(`No workflow: ${found.reason}.`);
  return JSON.stringify(wrapped(found));
}

/** @throws WorkflowRefused */
function withManifest(read: BroughtWorkflow, { name, manifest }: TerminalImport): BroughtWorkflow {
  const told = manifest && readManifest(manifest.file, manifest.text);
  if (told && told.problems.length > 0)
    throw refusal(told.problems.map((problem) => ({ ...problem, status: 'broken' })));
  const said = manifestOver(read.manifest, {
    ...(name === undefined ? {} : { name }),
    ...(told ? { manifest: { ...told.manifest } } : {}),
  });
  const faults = manifestFaults(said);
  if (faults.length > 0) throw new WorkflowRefused(faults.map(({ reason }) => reason).join('\n'));
  return { ...read, manifest: said };
}

const refusal = (problems: readonly FolderProblem[]): WorkflowRefused =>
  new WorkflowRefused(problems.map(asLine).join('\n'));
