import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ConfigService } from '../../../platform/config/config.service';
import { ValidationFailed, type ValidationItem } from '../../../platform/errors/validation-failed';
import type { StagedInput } from '../../jobs/public/job-queue';
import { MediaNotFound } from '../../media/public/media-not-found';
import { type MediaFile, MediaReader } from '../../media/public/media-reader';
import type { ProviderState } from '../../providers/public/provider-directory';
import type { InputSize } from '../../workflows/public/run-class';
import type { Workflow } from '../../workflows/public/workflow';
import { fileType, mediaPath } from './file-params';
import { NodeFileNotAllowed } from '../generation.errors';
import type { ChosenNode } from '../nodes/node-chooser.service';
import { nodeFileParam } from '../node-files';
import type { SentParam } from '../params/sent-params';
import { graphName, stagedInput } from './staged-name';
import { StagingKeyStore } from './staging-key.store';

/** The input files of a request, with the names that the graph uses. */
export interface InputFiles {
  readonly staged: readonly StagedInput[];
  /** By param: name of the file in the graph. */
  readonly graphNames: ReadonlyMap<string, string>;
  /** By param: the media path, as the job's settings show it. */
  readonly paths: ReadonlyMap<string, string>;
  /** Sizes of pictures and videos, where the catalogue has them. */
  readonly sizes: readonly InputSize[];
}

/** Looks up the input files of a request among the caller's media (spec §5.5). Stages nothing. */
@Injectable()
export class InputFilesService {
  constructor(
    private readonly media: MediaReader,
    private readonly keys: StagingKeyStore,
    private readonly config: ConfigService,
  ) {}

  /** Throws `NodeFileNotAllowed` (403), `MediaNotFound` (404), `ValidationFailed` for files of a wrong kind or size. */
  async find(
    caller: Caller,
    workflow: Workflow,
    sent: readonly SentParam[],
    node: ChosenNode,
  ): Promise<InputFiles> {
    const namesNodeFiles = caller.isAdmin || this.config.current().security.allow_node_files;
    const reaching = namesNodeFiles ? null : nodeFileParam(workflow, sent, node.info);
    if (reaching !== null) throw new NodeFileNotAllowed(reaching);
    const found: FoundFile[] = [];
    for (const wanted of wantedFiles(workflow, sent)) {
      const file = await this.findOne(caller, wanted.reference);
      const isOpen = namesNodeFiles || workflow.open_params.includes(wanted.sent.name);
      if (!file && !(isOpen && wanted.sent.nested)) throw new MediaNotFound(wanted.sent.name);
      found.push({ ...wanted, file });
    }
    const faults = found.flatMap((one) => faultsOf(one, node.state));
    if (faults.length > 0) throw new ValidationFailed(faults);
    return this.named(found);
  }

  /** Sizes of the files that the caller may use; ignores all others. */
  async sizes(
    caller: Caller,
    workflow: Workflow,
    sent: readonly SentParam[],
  ): Promise<readonly InputSize[]> {
    const wanted = wantedFiles(workflow, sent);
    const files = await Promise.all(wanted.map(({ reference }) => this.findOne(caller, reference)));
    return files.flatMap(inputSize);
  }

  private async findOne(caller: Caller, reference: string): Promise<MediaFile | null> {
    const path = mediaPath(reference);
    return path === null ? null : this.media.find(caller, path);
  }

  private async named(found: readonly FoundFile[]): Promise<InputFiles> {
    const staged = new Map<string, StagedInput>();
    const graphNames = new Map<string, string>();
    const paths = new Map<string, string>();
    for (const { sent, reference, file } of found) {
      const input = file && stagedInput(await this.keys.key(), file);
      if (input) staged.set(graphName(input), input);
      graphNames.set(sent.name, input ? graphName(input) : reference);
      paths.set(sent.name, file?.path ?? reference);
    }
    const sizes = found.flatMap(({ file }) => inputSize(file));
    return { staged: [...staged.values()], graphNames, paths, sizes };
  }
}

function inputSize(file: MediaFile | null): readonly InputSize[] {
  if (file?.width == null || file.height === null) return [];
  const { width, height, duration, fps } = file;
  return [{ width, height, frames: Math.max(1, Math.round((duration ?? 0) * (fps ?? 0))) }];
}

interface WantedFile {
  readonly sent: SentParam;
  readonly reference: string;
  readonly type: MediaFile['type'];
}

interface FoundFile extends WantedFile {
  /** `null`: a file of the node's own, named by somebody who may. */
  readonly file: MediaFile | null;
}

/** What can't be a reference at all is a fault of the param, told with the others. */
function wantedFiles(workflow: Workflow, sent: readonly SentParam[]): readonly WantedFile[] {
  return sent.flatMap((one) => {
    const param = Object.hasOwn(workflow.params, one.name) ? workflow.params[one.name] : undefined;
    const type = param && fileType(param);
    const { value } = one;
    if (!type || typeof value !== 'string' || value === '') return [];
    return [{ sent: one, reference: value, type }];
  });
}

function faultsOf({ sent, type, file }: FoundFile, node: ProviderState): readonly ValidationItem[] {
  if (!file) return [];
  const fault = (msg: string): ValidationItem => ({ loc: sent.loc, msg, type: 'value_error' });
  if (file.type !== type)
    return [fault(`Send ${WITH_ARTICLE[type]}: this file is ${WITH_ARTICLE[file.type]}.`)];
  if (file.size_bytes <= node.max_upload_size) return [];
  return [
    {
      ...fault(
        `Send a smaller file: this one has ${file.size_bytes} bytes, and the node '${node.id}' takes at most ${node.max_upload_size}.`,
      ),
      ctx: { size_bytes: file.size_bytes, max_upload_size: node.max_upload_size },
    },
  ];
}

const WITH_ARTICLE = { image: 'an image', video: 'a video', audio: 'sound' } as const;
