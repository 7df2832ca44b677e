import type { Request } from 'express';
import type { FileLists } from '../catalogue/file-lists';
import type { ClassCatalogue } from '../catalogue/class-catalogue';
import type { Interruption } from '../execution/interruption';
import type { Faults } from '../faults/faults';
import type { ModelStore } from '../files/model.store';
import type { NodeFilesStore } from '../files/node-files.store';
import type { Answer } from '../http/answer';
import type { History } from '../queue/history';
import type { PromptQueue } from '../queue/prompt-queue';
import type { RunCounter } from '../queue/run-counter';

export type NodeRequest = Request<Record<string, string>, unknown, unknown, URLSearchParams>;

/** `pathParam` is the decoded value of the path's placeholder. */
export type Handler = (request: NodeRequest, pathParam: string) => Promise<Answer> | Answer;

/** Handlers by method and path: `GET /history/{prompt_id}`. */
export type Routes = Readonly<Record<string, Handler>>;

/** What routes work with: the state of one node. */
export interface RouteContext {
  readonly version: string;
  readonly port: () => number;
  readonly queue: PromptQueue;
  readonly history: History;
  readonly files: NodeFilesStore;
  readonly models: ModelStore;
  readonly catalogue: ClassCatalogue;
  readonly interruption: Interruption;
  readonly faults: Faults;
  readonly runs: RunCounter;
  /** Names of the files that the node has now. */
  readonly lists: () => Promise<FileLists>;
  /** The next number of the queue, which counts every post without its own. */
  readonly nextNumber: () => number;
  readonly newId: () => string;
  /** Aborted when the node goes down. */
  readonly ending: AbortSignal;
  /** Unloads models and, if wished, forgets cached results when the node is idle. */
  readonly free: (forget: boolean) => void;
}
