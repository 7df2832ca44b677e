import { Injectable } from '@nestjs/common';
import { NodeCatalogueGateway } from './node-catalogue.gateway';
import { NodeFilesGateway } from './node-files.gateway';
import { PromptLookupGateway } from './prompt-lookup.gateway';
import { PromptGateway } from './prompt.gateway';
import type { ObjectInfo } from '../public/comfy-types';
import {
  type DownloadedFile,
  type DownloadOptions,
  NodeAccess,
  type NodeFile,
  type NodeJob,
  type Prompt,
  type SubmitOutcome,
  type InputUpload,
  type UploadedInput,
} from '../public/node-access';

const LOOK_UP_MS = 10_000;

/** Everything that other modules may request of nodes. */
@Injectable()
export class ProviderGateway implements NodeAccess {
  constructor(
    private readonly prompts: PromptGateway,
    private readonly lookups: PromptLookupGateway,
    private readonly files: NodeFilesGateway,
    private readonly catalogue: NodeCatalogueGateway,
  ) {}

  async submit(providerId: string, prompt: Prompt): Promise<SubmitOutcome> {
    const outcome = await this.prompts.submit(providerId, prompt);
    // A file may be gone; the next request should be refused before it becomes a job.
    if (outcome.kind === 'refused')
      this.catalogue.currentClasses(providerId).catch(() => undefined);
    return outcome;
  }

  lookUp(providerId: string, promptId: string, timeoutMs = LOOK_UP_MS): Promise<NodeJob> {
    return this.lookups.lookUp(providerId, promptId, timeoutMs);
  }

  cancel(providerId: string, promptId: string): Promise<void> {
    return this.prompts.cancel(providerId, promptId);
  }

  forget(providerId: string, promptId: string): Promise<void> {
    return this.prompts.forget(providerId, promptId);
  }

  download(providerId: string, file: NodeFile, options?: DownloadOptions): Promise<DownloadedFile> {
    return this.files.download(providerId, file, options);
  }

  upload(providerId: string, file: InputUpload): Promise<UploadedInput> {
    return this.files.upload(providerId, file);
  }

  cachedClasses(providerId: string): ObjectInfo | null {
    return this.catalogue.cachedClasses(providerId);
  }

  classes(providerId: string): Promise<ObjectInfo> {
    return this.catalogue.classes(providerId);
  }

  currentClasses(providerId: string): Promise<ObjectInfo> {
    return this.catalogue.currentClasses(providerId);
  }

  models(providerId: string, folder: string): Promise<readonly string[]> {
    return this.catalogue.models(providerId, folder);
  }

  modelFolders(providerId: string): Promise<readonly string[]> {
    return this.catalogue.modelFolders(providerId);
  }

  expireFiles(providerId: string): void {
    this.catalogue.expire(providerId);
  }

  modelMetadata(providerId: string, folder: string, name: string): Promise<unknown> {
    return this.catalogue.modelMetadata(providerId, folder, name);
  }
}
