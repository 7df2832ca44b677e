import type { Caller } from '../../../platform/access/caller';
import { UserError } from '../../../platform/errors/user-error';

/** A file to import from the command line. */
export interface TerminalImport {
  readonly id: string;
  readonly name?: string;
  /** JSON, or a picture, video or sound that carries it. */
  readonly content: Buffer;
  /** Its name, for messages, and its text. */
  readonly manifest?: { readonly file: string; readonly text: string };
}

/**
 * `unchecked`: nothing is wrong with it as far as can be seen without a node, and no server that knows its nodes has
 * checked this very text yet.
 */
export type WorkflowStatus = 'ready' | 'unchecked' | 'needs_nodes' | 'broken';

/** What became of an import. */
export interface ImportVerdict {
  readonly status: Exclude<WorkflowStatus, 'broken'>;
  /** By param name: how sure we are of it, and why. Empty for a file that says everything itself. */
  readonly params: Readonly<
    Record<string, { readonly confidence: 'high' | 'medium' | 'low'; readonly reason: string }>
  >;
  readonly warnings: readonly ImportWarning[];
  /** Classes that it waits for, as far as known. */
  readonly missing_classes: readonly string[];
  /** What keeps it from being used yet, a line each. */
  readonly problems: readonly string[];
}

/** Something that whoever imports should know, though it stops nothing. */
export interface ImportWarning {
  readonly node: string | null;
  readonly class: string | null;
  readonly reason: string;
}

/** `kind` is `null` while nothing could be made of the file. */
export interface ListedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly source: 'builtin' | 'imported';
  readonly kind: 'image' | 'video' | null;
  readonly status: WorkflowStatus;
}

/** Workflows for the command line, beside a server that runs or without any. No node is asked. */
export abstract class WorkflowAdministration {
  /** Throws `WorkflowRefused`, and what the HTTP route throws. */
  abstract import(caller: Caller, input: TerminalImport): Promise<ImportVerdict>;
  /** Every workflow, and every file of the folder that is none yet, by id; and a line for each file with a problem. */
  abstract list(): {
    readonly items: readonly ListedWorkflow[];
    readonly problems: readonly string[];
  };
  /** Throws what the HTTP route throws. */
  abstract remove(caller: Caller, id: string): Promise<void>;
}

/** The file holds no workflow: a line for each fault. */
export class WorkflowRefused extends UserError {}
