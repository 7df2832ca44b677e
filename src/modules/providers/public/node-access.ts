import type { Readable } from 'node:stream';
import type { ComfyGraph, ObjectInfo } from './comfy-types';

/** A node's validation errors, per node of the graph. Redact them with `messageRedactorFor` before they are sent out. */
export type NodeErrors = Readonly<Record<string, unknown>>;

/** Outcome of a POST /prompt. Only `accepted` and `refused` are answers of the node itself. */
export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly number: number; readonly nodeErrors: NodeErrors }
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly nodeErrors: NodeErrors;
    }
  /** The connection failed, so the prompt was certainly not accepted. */
  | { readonly kind: 'not_delivered'; readonly message: string }
  /** The node says that it is too busy (429, 503): certainly not accepted. */
  | { readonly kind: 'busy'; readonly retryAfterMs: number }
  /** Timeout, reset, 5xx, a truncated or invalid body: it may have been accepted; look it up before sending it again. */
  | { readonly kind: 'uncertain'; readonly message: string };

/** An output of a finished prompt. `index` counts the outputs of its node. */
export type NodeOutput =
  | {
      readonly kind: 'file';
      readonly nodeId: string;
      readonly index: number;
      readonly filename: string;
      readonly subfolder: string;
      readonly folderType: 'output' | 'temp' | 'input';
    }
  | {
      readonly kind: 'text';
      readonly nodeId: string;
      readonly index: number;
      readonly text: string;
    };

/** Why a prompt failed on the node. Redact it with `messageRedactorFor` before it is sent out. */
export interface NodeFailure {
  readonly message: string;
  readonly exceptionType: string;
  readonly nodeId?: string;
  readonly nodeClass?: string;
}

/** How a prompt ended on the node. Times in milliseconds since 1970, by the node's clock. */
export interface NodeResult {
  readonly outcome: 'success' | 'error' | 'interrupted';
  readonly outputs: readonly NodeOutput[];
  /** Further outputs, beyond the most that are read. */
  readonly omittedOutputs?: number;
  readonly failure?: NodeFailure;
  readonly startedAt?: number;
  readonly finishedAt?: number;
}

/** State of a prompt on its node. Lookups are authoritative; events only trigger them earlier. */
export type NodeJob =
  | { readonly state: 'pending'; readonly position: number }
  | { readonly state: 'running' }
  | { readonly state: 'finished'; readonly result: NodeResult }
  /** Neither queued, running nor in the history: never arrived, deleted while pending, or lost in a restart. */
  | { readonly state: 'absent' };

/** A file in one of the node's folders. */
export interface NodeFile {
  readonly filename: string;
  readonly subfolder: string;
  readonly folderType: string;
}

export interface DownloadOptions {
  /** More than that is refused, if possible before the first byte. */
  readonly maxBytes?: number;
  /** Ends the download at once. */
  readonly signal?: AbortSignal;
}

export interface DownloadedFile {
  readonly stream: Readable;
  readonly contentType: string;
  /** In bytes, if the node says so. */
  readonly size: number | null;
}

/** An input file on its way to a node. */
export interface InputUpload {
  readonly open: () => Readable;
  readonly size: number;
  readonly filename: string;
  readonly subfolder: string;
  /** Doesn't overwrite: if the name is taken by other content, the node chooses a new name. */
  readonly keep?: boolean;
  /** Ends the upload when it is aborted. */
  readonly signal?: AbortSignal;
}

export interface UploadedInput {
  /** The file's name as the node returned it, without its subfolder. */
  readonly name: string;
}

/** A prompt to run. */
export interface Prompt {
  readonly promptId: string;
  /** The socket that its events go to. */
  readonly clientId: string;
  readonly graph: ComfyGraph;
  /** Asks for pictures of the sampler's steps; otherwise the node's own setting holds. */
  readonly previews?: boolean;
}

/**
 * Everything that other modules may request of a node. Implemented by `ProviderGateway`, the only class that speaks HTTP to
 * nodes. Methods other than `submit` throw `NodeUnreachable`, `NodeBusy`, `NodeBadAnswer` or `NodeRefused` (node-errors).
 */
export abstract class NodeAccess {
  /** Submits a graph. Failures of the node or the connection are outcomes; never sends `number` or `front`. */
  abstract submit(providerId: string, prompt: Prompt): Promise<SubmitOutcome>;
  /** Queue first, then history (or `/api/jobs/{id}` where the node has it). `timeoutMs` covers the whole lookup. */
  abstract lookUp(providerId: string, promptId: string, timeoutMs?: number): Promise<NodeJob>;
  /** Removes it while pending or interrupts it while running; never touches another prompt. Idempotent. */
  abstract cancel(providerId: string, promptId: string): Promise<void>;
  /** Deletes a finished prompt from the node's history; its files stay. Idempotent. */
  abstract forget(providerId: string, promptId: string): Promise<void>;
  /**
   * Streams one output file. It or its stream throws `NodeBadAnswer` when the node stops half-way or sends too slowly,
   * `OutputTooLarge`, or anything when aborted.
   */
  abstract download(
    providerId: string,
    file: NodeFile,
    options?: DownloadOptions,
  ): Promise<DownloadedFile>;
  /** Uploads an input file into the node's input folder. */
  abstract upload(providerId: string, file: InputUpload): Promise<UploadedInput>;
  /** The cached catalogue of node classes; `null` if the node was never reached. Never waits. */
  abstract cachedClasses(providerId: string): ObjectInfo | null;
  /** A fresh or cached catalogue (seconds old at most, single-flight). */
  abstract classes(providerId: string): Promise<ObjectInfo>;
  /**
   * A catalogue that is fetched after the call, for requests that the cached one refuses: a file may have come since. After
   * five in ten seconds, a cached one.
   */
  abstract currentClasses(providerId: string): Promise<ObjectInfo>;
  /** File names in one of the node's model folders (`checkpoints`, `loras`, …); unknown folder: empty. Cached for seconds. */
  abstract models(providerId: string, folder: string): Promise<readonly string[]>;
  /** The node's model folders. Cached for seconds. */
  abstract modelFolders(providerId: string): Promise<readonly string[]>;
  /** Files were put into the node's folders: what is read of it next is fetched. */
  abstract expireFiles(providerId: string): void;
  /** The metadata in the header of a model file, as anybody may have written them; `null` without any. */
  abstract modelMetadata(providerId: string, folder: string, name: string): Promise<unknown>;
}
