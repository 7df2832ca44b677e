import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ConfigService } from '../../../platform/config/config.service';
import { ValidationFailed, type ValidationError } from '../../../platform/errors/validation-failed';
import { ownValue } from '../../../platform/json';
import type { StagedInput } from '../../jobs/public/job-queue';
import { MediaNotFound } from '../../media/public/media-not-found';
import { mediaPath } from '../../media/public/media-path';
import { type MediaFile, MediaReader } from '../../media/public/media-reader';
import type { ProviderState } from '../../providers/public/provider-directory';
import type { InputSize } from '../../workflows/public/run-class';
import type { Workflow } from '../../workflows/public/workflow';
import { fileType } from './file-params';
import { NodeFileNotAllowed } from '../generation.errors';
import type { ChosenNode } from '../nodes/node-chooser.service';
import { nodeFileParam } from './node-file-params';
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
  /** The same, by the file's name in the graph. */
  readonly sizeByName: ReadonlyMap<string, InputSize>;
}

/** Looks up the input files of a request among the caller's media. Stages nothing. */
@Injectable()
export class InputFilesService {
  constructor(
    private readonly media: MediaReader,
    private readonly keys: StagingKeyStore,
    private readonly config: ConfigService,
  ) {}

  /** @throws NodeFileNotAllowed, MediaNotFound, ValidationFailed (files of a wrong kind or size) */
  async find(
    caller: Caller,
    workflow: Workflow,
    sent: readonly SentParam[],
    node: ChosenNode,
  ): Promise<InputFiles> {
    const mayNameNodeFiles = caller.isAdmin || this.config.current().security.allow_node_files;
    const refused = mayNameNodeFiles ? null : nodeFileParam(workflow, sent, node.info);
    if (refused !== null) throw new NodeFileNotAllowed(refused);
    const files: InputFile[] = [];
    for (const reference of fileReferences(workflow, sent)) {
      const { param, text } = reference;
      const file = await this.findOne(caller, text);
      const mayBeNodeFile =
        param.nested && (mayNameNodeFiles || workflow.open_params.includes(param.name));
      if (!file && !mayBeNodeFile) throw new MediaNotFound(fieldOf(param), text);
      files.push({ ...reference, file });
    }
    const errors = files.flatMap((file) => errorsOf(file, node.state));
    if (errors.length > 0) throw new ValidationFailed(errors);
    return this.withGraphNames(files);
  }

  /** Sizes of the files that the caller may use; ignores all others. */
  async sizes(
    caller: Caller,
    workflow: Workflow,
    sent: readonly SentParam[],
  ): Promise<readonly InputSize[]> {
    const references = fileReferences(workflow, sent);
    const files = await Promise.all(references.map(({ text }) => this.findOne(caller, text)));
    return files.flatMap(inputSize);
  }

  private async findOne(caller: Caller, reference: string): Promise<MediaFile | null> {
    const path = mediaPath(reference);
    return path === null ? null : this.media.find(caller, path);
  }

  private async withGraphNames(files: readonly InputFile[]): Promise<InputFiles> {
    const staged = new Map<string, StagedInput>();
    const graphNames = new Map<string, string>();
    const paths = new Map<string, string>();
    for (const { param, text, file } of files) {
      const input = file && stagedInput(await this.keys.key(), file);
      if (input) {
        const used = { param: param.name, path: file.path, type: file.type };
        const before = staged.get(graphName(input))?.used_by ?? [];
        staged.set(graphName(input), { ...input, used_by: [...before, used] });
      }
      graphNames.set(param.name, input ? graphName(input) : text);
      paths.set(param.name, file?.path ?? text);
    }
    const sizes = files.flatMap(({ file }) => inputSize(file));
    const sizeByName = new Map(
      files.flatMap(({ param, file }) =>
        inputSize(file).map((size) => [graphNames.get(param.name) ?? '', size] as const),
      ),
    );
    return { staged: [...staged.values()], graphNames, paths, sizes, sizeByName };
  }
}

function inputSize(file: MediaFile | null): readonly InputSize[] {
  if (file?.width == null || file.height === null) return [];
  const { width, height, duration, fps } = file;
  return [{ width, height, frames: Math.max(1, Math.round((duration ?? 0) * (fps ?? 0))) }];
}

/** What a request sends for a param that takes a file. */
interface FileReference {
  readonly param: SentParam;
  readonly text: string;
  readonly type: MediaFile['type'];
}

interface InputFile extends FileReference {
  /** `null` for a file of the node itself, which the caller may name. */
  readonly file: MediaFile | null;
}

/** Leaves out values that can't name a file: `paramErrors` refuses them. */
function fileReferences(workflow: Workflow, sent: readonly SentParam[]): readonly FileReference[] {
  return sent.flatMap((param) => {
    const { name, value } = param;
    const declared = ownValue(workflow.params, name);
    const type = declared && fileType(declared);
    if (!type || typeof value !== 'string' || value === '') return [];
    return [{ param, text: value, type }];
  });
}

function errorsOf(
  { param, type, file }: InputFile,
  node: ProviderState,
): readonly ValidationError[] {
  if (!file) return [];
  const error = (msg: string): ValidationError => ({ loc: param.loc, msg, type: 'value_error' });
  if (file.type !== type)
    return [error(`Send ${WITH_ARTICLE[type]}: this file is ${WITH_ARTICLE[file.type]}.`)];
  if (file.size_bytes <= node.max_upload_size) return [];
  return [
    {
      ...error(
        `Send a smaller file: this one has ${file.size_bytes} bytes, and the node '${node.id}' takes at most ${node.max_upload_size}.`,
      ),
      ctx: { size_bytes: file.size_bytes, max_upload_size: node.max_upload_size },
    },
  ];
}

/** The field that a request names a file in: `image`, or `characters.0.reference_image`. */
const fieldOf = ({ name, character, loc }: SentParam): string =>
  character === undefined ? name : loc.slice(loc.lastIndexOf('characters')).join('.');

const WITH_ARTICLE = {
  image: 'an image',
  video: 'a video',
  audio: 'sound',
  file: 'a file',
} as const;
