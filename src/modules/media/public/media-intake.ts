import type { Readable } from 'node:stream';
import type { MediaType } from './media-reader';

/** Labels of a job's outputs, written by generation and copied to the asset. */
export interface OutputLabels {
  readonly workflow: string;
  readonly provider: string;
  readonly prompt: string;
  readonly project: string | null;
  readonly characters: readonly string[];
  readonly description: string;
}

/** What a job made its outputs with. */
export interface OutputProvenance {
  /** Names of files. */
  readonly models: readonly string[];
  readonly loras: readonly string[];
  readonly seed: number | null;
  /** Paths of the media that it took as inputs. */
  readonly madeFrom: readonly string[];
}

export interface OutputIntake {
  readonly promptId: string;
  /** Id of the graph's node and the position among its outputs: with `promptId` the unique key of the intake. */
  readonly nodeId: string;
  readonly index: number;
  /** Whether no earlier attempt can have stored it, because the job has only just ended on its node. */
  readonly isFirstTry: boolean;
  readonly ownerId: string | null;
  /** The node's file name: a `file` gets its extension; that of everything else follows from the content. */
  readonly filename: string;
  /** The request's filename_prefix, or the workflow id: the readable front of the stored name. */
  readonly namePrefix: string;
  readonly labels: OutputLabels;
  readonly provenance: OutputProvenance;
}

/** A stored file as job records show it. */
export interface StoredOutput {
  readonly path: string;
  readonly type: MediaType;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration: number | null;
  readonly url: string;
}

/**
 * Writes in the transaction that enters an output into the catalogue, or once more when the output is found there.
 * @returns whether the output is still wanted: if not, a new one is not stored
 */
export type AlsoWrite = (output: StoredOutput) => Promise<boolean>;

/** The bytes of an output, about to arrive. */
export interface OpenedOutput {
  readonly stream: Readable;
  /** In bytes, if the node says so. */
  readonly size: number | null;
}

/** Stores finished outputs in the catalogue, each exactly once, even if the process is killed in between. */
export abstract class MediaIntake {
  /**
   * Streams one output into the store, or finds it there from an earlier try. The stored name is a pure function of
   * (promptId, nodeId, index); temporary file → fsync → rename → row. `null`: a user has deleted it, it never comes back;
   * or it was not wanted any more.
   * Throws what `open` and its stream throw, `DiskFull`, or `UnsupportedMedia` (empty, damaged, or not what its name says).
   */
  abstract storeOutput(
    output: OutputIntake,
    open: () => Promise<OpenedOutput>,
    also?: AlsoWrite,
  ): Promise<StoredOutput | null>;
  /** Increases with each change of media. */
  abstract readonly revision: number;
  /** Which of these paths still exist. */
  abstract existing(paths: readonly string[]): Promise<ReadonlySet<string>>;
}
