import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed, type ValidationItem } from '../../../platform/errors/validation-failed';
import type { JsonRecord } from '../../../platform/json';
import { MediaReader } from '../../media/public/media-reader';
import { embeddedWorkflow } from '../embedded/embedded-workflow';
import type { ImportWorkflowDto } from './dto/import-workflow.dto';
import type { ImportFault } from './import-fault';
import { asItems, fileFor, manifestOver, wrapped } from './import-request';
import { type BroughtWorkflow, manifestFaults, readImport } from './import-text';
import { MOST_BYTES } from './workflow-folder.store';

/** What a request brings, read and found to be a workflow. */
export interface RequestedImport {
  /** `null`: a file like the shipped ones, which leaves nothing to resolve. */
  readonly brought: BroughtWorkflow | null;
  /** The file that keeps it. */
  readonly file: string;
  /** The answer to faults that show later. */
  readonly refuse: (faults: readonly ImportFault[]) => ValidationFailed;
}

const OWN_URL = /^\/media\/(?=[^/?#]+$)/;

/** Reads what requests bring: the graph in the body, or the one inside of a media file of the caller's. */
@Injectable()
export class ImportSources {
  constructor(private readonly media: MediaReader) {}

  /** Throws `ValidationFailed` with the exact place of each fault, and `MediaNotFound`. */
  async read(caller: Caller, body: ImportWorkflowDto): Promise<RequestedImport> {
    const { id, graph, media } = body;
    const at = media === undefined ? 'graph' : 'media';
    const refuse = (faults: readonly ImportFault[]): ValidationFailed =>
      new ValidationFailed(asItems(faults, at, body));
    const value = oneOf(graph, media) ?? (await this.inside(caller, media ?? ''));
    const read = readImport(id, value, null);
    if (read.is === 'broken') throw refuse(read.faults);
    if (read.is === 'whole') return { brought: null, file: this.whole(read, value, body), refuse };
    const manifest = manifestOver(read.brought.manifest, body);
    const faults = manifestFaults(manifest);
    if (faults.length > 0) throw refuse(faults);
    const brought = { ...read.brought, manifest };
    const file = fileFor({ is: 'brought', brought }, value);
    if (Buffer.byteLength(file) > MOST_BYTES)
      throw refuse([{ part: 'workflow', path: [], reason: 'This workflow is too large to keep.' }]);
    return { brought, file, refuse };
  }

  private whole(
    read: Extract<ReturnType<typeof readImport>, { is: 'whole' }>,
    value: unknown,
    { name, manifest }: ImportWorkflowDto,
  ): string {
    const reason = 'Leave this out: the file in `graph` says everything itself.';
    const items = [
      ...(name === undefined ? [] : [fault('name', reason)]),
      ...(manifest === undefined ? [] : [fault('manifest', reason)]),
    ];
    if (items.length > 0) throw new ValidationFailed(items);
    return fileFor(read, value);
  }

  private async inside(caller: Caller, media: string): Promise<JsonRecord> {
    const path = media.replace(OWN_URL, '');
    const text = await this.media.withBytes(caller, path, (bytes) => embeddedWorkflow(bytes));
    if (text.format === 'none')
      throw new ValidationFailed([fault('media', `${sentence(text.reason)} ${INSTEAD}`)]);
    return wrapped(text);
  }
}

const INSTEAD =
  'Send a file as ComfyUI saved it, with its metadata, or the workflow itself as graph. ' +
  'The graph of a job of this service is GET /api/jobs/{prompt_id}/graph.';

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** The graph in the body; `undefined`: it is in the media file. */
function oneOf(graph: JsonRecord | undefined, media: string | undefined): JsonRecord | undefined {
  if (graph === undefined && media === undefined)
    throw new ValidationFailed([
      { loc: ['body', 'graph'], msg: 'Send graph, or media.', type: 'missing' },
    ]);
  if (graph !== undefined && media !== undefined)
    throw new ValidationFailed([fault('media', 'Send either graph or media.')]);
  return graph;
}

const fault = (field: string, msg: string): ValidationItem => ({
  ...{ loc: ['body', field], msg, type: 'value_error' },
});
