import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { MediaIntake } from '../../media/public/media-intake';
import { NodeAccess, type NodeOutput } from '../../providers/public/node-access';
import type { JobOutputRow, JobPayloadRow, JobRow } from '../records/job.entity';
import { JobOutputsRepository } from '../records/job-outputs.repository';
import type { OutputCollection } from './output-collection';
import type { OrderedOutput } from './output-order';

/** Brings single outputs of jobs from their nodes into the catalogue, and into the records of their jobs. */
@Injectable()
export class OutputStoreService {
  constructor(
    private readonly nodes: NodeAccess,
    private readonly media: MediaIntake,
    private readonly outputs: JobOutputsRepository,
    private readonly config: ConfigService,
  ) {}

  /**
   * Stores nothing when the job has ended, or when a user has deleted the output.
   * @throws what the download, the catalogue and the database throw
   */
  async store(
    job: JobRow,
    payload: JobPayloadRow,
    { output, position, isPreview }: OrderedOutput,
    collection: OutputCollection,
  ): Promise<void> {
    const folder_type = isPreview ? 'temp' : null;
    const row = { prompt_id: job.prompt_id, position, folder_type } as const;
    if (output.kind === 'text') {
      const title = payload.graph[output.nodeId]?._meta?.title ?? output.nodeId;
      await this.outputs.add({ ...row, ...textContent(output.text, title) });
    } else {
      await this.storeFile(job, payload, output, collection, row);
    }
  }

  private async storeFile(
    job: JobRow,
    { inputs }: JobPayloadRow,
    output: Extract<NodeOutput, { kind: 'file' }>,
    { abort: { signal }, isFirstTry }: OutputCollection,
    row: Pick<JobOutputRow, 'prompt_id' | 'position' | 'folder_type'>,
  ): Promise<void> {
    const maxBytes = this.config.current().limits.output_bytes;
    await this.media.storeOutput(
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
      ({ path, type, width, height, duration }) =>
        this.outputs.add({
          ...row,
          type,
          filename: path,
          path,
          text: null,
          width,
          height,
          duration,
        }),
    );
  }
}

function seedOf({ settings }: JobRow): number | null {
  const { seed } = settings;
  return typeof seed === 'number' && Number.isSafeInteger(seed) ? seed : null;
}

const NO_MEDIA = { path: null, width: null, height: null, duration: null };

const textContent = (text: string, title: string) => ({
  ...NO_MEDIA,
  type: 'text' as const,
  filename: title,
  text,
});
