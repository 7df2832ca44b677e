import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { NotWanted } from './media-insertion.service';
import { MediaRegistrationService } from './media-registration.service';
import { MediaReceiverService } from './media-receiver.service';
import { MediaPresence } from '../catalogue/media-presence';
import { type InsertResult, MediaRepository } from '../catalogue/media.repository';
import {
  type AlsoWrite,
  MediaIntake,
  type OpenedOutput,
  type OutputIntake,
  type StoredOutput,
} from '../public/media-intake';
import type { MediaAsset } from '../entities/media-asset.entity';
import type { LabelKind } from '../entities/media-label.entities';
import type { MediaLabel } from '../index/media-item';
import { detectOutputKind } from './output-kind';
import { mediaUrl } from '../catalogue/media-url';
import { displayName, keyText, outputPath } from '../storage/stored-name';

/** Stores outputs of jobs, each exactly once. */
@Injectable()
export class MediaIntakeService implements MediaIntake {
  private readonly running = new Map<string, Promise<StoredOutput | null>>();

  constructor(
    private readonly receiver: MediaReceiverService,
    private readonly registration: MediaRegistrationService,
    private readonly rows: MediaRepository,
    private readonly presence: MediaPresence,
    private readonly config: ConfigService,
  ) {}

  /** Concurrent calls for the same output share one result. */
  async storeOutput(
    output: OutputIntake,
    open: () => Promise<OpenedOutput>,
    also?: AlsoWrite,
  ): Promise<StoredOutput | null> {
    const key = keyText(output);
    const running = this.running.get(key) ?? this.receiveAndRegister(output, open, also);
    this.running.set(key, running);
    try {
      return await running;
    } catch (error) {
      if (error instanceof NotWanted) return null;
      throw error;
    } finally {
      this.running.delete(key);
    }
  }

  get revision(): number {
    return this.presence.revision;
  }

  existing(paths: readonly string[]): Promise<ReadonlySet<string>> {
    return this.presence.existing(paths, (unknown) => this.rows.existing(unknown));
  }

  private async receiveAndRegister(
    output: OutputIntake,
    open: () => Promise<OpenedOutput>,
    also?: AlsoWrite,
  ): Promise<StoredOutput | null> {
    const existing = output.isFirstTry ? null : await this.rows.findOutput(output);
    if (existing) {
      const stored = toStoredOutput(existing);
      if (stored) await also?.(stored);
      return stored;
    }
    const { stream, size } = await open();
    const received = await this.receiver.receive(stream, {
      announced: size ?? 0,
      detect: (head) => detectOutputKind(head, output.filename),
    });
    const { labels, provenance, namePrefix } = output;
    const result = await this.registration.register(received, {
      named: (extension) => ({
        path: outputPath(output, namePrefix, extension),
        name: displayName(namePrefix, extension),
      }),
      facts: {
        owner_id: output.ownerId,
        description: labels.description,
        source: 'generated',
        prompt_id: output.promptId,
        node_id: output.nodeId,
        output_index: output.index,
        prompt: labels.prompt,
        workflow: labels.workflow,
        provider: labels.provider,
        project: labels.project,
        seed: provenance.seed,
      },
      labels: [
        ...labelled('character', labels.characters),
        ...labelled('model', provenance.models),
        ...labelled('lora', provenance.loras),
      ],
      origins: [...new Set(provenance.madeFrom)],
      removeMetadata: this.config.current().media.strip_metadata,
      verify: false,
      ...(also && { also: (asset) => also(storedOutput(asset)) }),
      maxOwnerBytes: null, // the job has run: what it cost must not be lost
    });
    return toStoredOutput(result);
  }
}

const toStoredOutput = (result: InsertResult): StoredOutput | null =>
  result.outcome === 'deleted' ? null : storedOutput(result.asset);

function storedOutput({ path, type, width, height, duration }: MediaAsset): StoredOutput {
  return { path, type, width, height, duration, url: mediaUrl(path) };
}

const labelled = (kind: LabelKind, values: readonly string[]): MediaLabel[] =>
  [...new Set(values)].map((value) => ({ kind, value }));
