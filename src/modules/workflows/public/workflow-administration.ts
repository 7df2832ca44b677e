import type { Caller } from '../../../platform/access/caller';

/** A file to import from the command line. */
export interface TerminalImport {
  readonly id: string;
  readonly name?: string;
  /** JSON, or a media file with an embedded workflow. */
  readonly content: Buffer;
  /** The manifest file's name, for messages, and its text. */
  readonly manifest?: { readonly file: string; readonly text: string };
}

/**
 * `unchecked`: the file is valid as far as can be checked without nodes, but no server has checked this version against
 * its nodes yet.
 */
export type WorkflowStatus = 'ready' | 'unchecked' | 'needs_nodes' | 'broken';

/** The result of an import. */
export interface ImportVerdict {
  readonly status: Exclude<WorkflowStatus, 'broken'>;
  /** Confidence and reason by param name; empty for a complete file. */
  readonly params: Readonly<
    Record<string, { readonly confidence: 'high' | 'medium' | 'low'; readonly reason: string }>
  >;
  readonly warnings: readonly ImportWarning[];
  /** The missing classes that it waits for, if known. */
  readonly missing_classes: readonly string[];
  /** The reasons why it can't be used yet, one line each. */
  readonly problems: readonly string[];
}

/** A warning that doesn't prevent the import. */
export interface ImportWarning {
  readonly node: string | null;
  readonly class: string | null;
  readonly reason: string;
}

/** A workflow in the list; `kind` is `null` if the file can't be read. */
export interface ListedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly source: 'builtin' | 'imported';
  readonly kind: 'image' | 'video' | null;
  readonly status: WorkflowStatus;
}

/** Workflow commands of the terminal. They work with and without a running server, and ask no node. */
export abstract class WorkflowAdministration {
  /** Throws `UserError` with one line per fault of the file, and what the HTTP route throws. */
  abstract import(caller: Caller, input: TerminalImport): Promise<ImportVerdict>;
  /** Every workflow and every unusable file of the folder by id, and one line per file with a problem. */
  abstract list(): {
    readonly items: readonly ListedWorkflow[];
    readonly problems: readonly string[];
  };
  /** Throws what the HTTP route throws. */
  abstract remove(caller: Caller, id: string): Promise<void>;
}
