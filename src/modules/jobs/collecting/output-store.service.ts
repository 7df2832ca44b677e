import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { MediaIntake } from '../../media/public/media-intake';
import { NodeAccess, type NodeOutput } from '../../providers/public/node-access';
import type { JobOutputRow, JobPayloadRow, JobRow } from '../records/job.entity';
import type { OutputCollection } from './output-collection';
import type { OrderedOutput } from './output-order';

type Content = Pick<
  JobOutputRow,
  'type' | 'filename' | 'path' | 'text' | 'width' | 'height' | 'duration'
>;

/** Brings single outputs of jobs from their nodes into the catalogue. */
@Injectable()
export class OutputStoreService {
  constructor(
    private readonly nodes: NodeAccess,
    private readonly media: MediaIntake,
    private readonly config: ConfigService,
  ) {}

  /**
   * @returns its row; `null` when a user has deleted the output
   * @throws what the download or the catalogue throw
   */
  async store(
    job: JobRow,
    payload: JobPayloadRow,
    { output, position, isPreview }: OrderedOutput,
    { abort, isFirstTry }: OutputCollection,
  ): Promise<JobOutputRow | null> {
    const content =
      output.kind === 'text'
        ? textContent(output.text, payload.graph[output.nodeId]?._meta?.title ?? output.nodeId)
        : await this.fileContent(job, payload, output, { signal: abort.signal, isFirstTry });
    const folder_type = isPreview ? 'temp' : null;
    return content && { ...content, prompt_id: job.prompt_id, position, folder_type };
  }

  private async fileContent(
    job: JobRow,
    { inputs }: JobPayloadRow,
    output: Extract<NodeOutput, { kind: 'file' }>,
    { signal, isFirstTry }: { readonly signal: AbortSignal; readonly isFirstTry: boolean },
  ): Promise<Content | null> {
    const maxBytes = this.config.current().limits.output_bytes;
    const stored = await this.media.storeOutput(
      {
        promptId: job.prompt_id,
        nodeId: output.nodeId,
        index: output.index,
        isFirstTry,
        ownerId: job.owner_id,
        filename: output.filename,
        namePrefix: job.name_prefix,
        labels: {
          workflow: job.workflow,
          provider: job.provider,
          prompt: job.prompt,
          project: job.project,
          characters: job.characters,
          description: job.description,
        },
        provenance: {
          models: job.models,
          loras: job.loras,
          seed: seedOf(job),
          madeFrom: inputs.flatMap(({ used_by = [] }) => used_by.map(({ path }) => path)),
        },
      },
      () => this.nodes.download(job.provider, output, { maxBytes, signal }),
    );
    if (!stored) return null;
    const { path, type, width, height, duration } = stored;
    return { type, filename: path, path, text: null, width, height, duration };
  }
}

function seedOf({ settings }: JobRow): number | null {
  const { seed } = settings;
  return typeof seed === 'number' && Number.isSafeInteger(seed) ? seed : null;
}

const NO_MEDIA = { path: null, width: null, height: null, duration: null };

const textContent = (text: string, title: string): Content => ({
  ...NO_MEDIA,
  type: 'text',
  filename: title,
  text,
});
