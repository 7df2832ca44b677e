/**
 * What a terminal knows of a workflow. `unchecked`: nothing is wrong with it as far as can be seen without a node, and
 * no server that knows its nodes has judged this very text yet.
 */
export type VerdictStatus = 'ready' | 'unchecked' | 'needs_nodes' | 'broken';

/** What is known of a file of the workflows folder. */
export interface WorkflowVerdict {
  readonly status: VerdictStatus;
  /** By param name: how sure we are of it, and why. Empty for a file that says everything itself. */
  readonly params: Readonly<Record<string, VerdictParam>>;
  readonly warnings: readonly VerdictWarning[];
  /** Classes that it waits for, as far as known. */
  readonly missing_classes: readonly string[];
  /** What keeps it from being used, a line each: file, line, field and reason. */
  readonly problems: readonly string[];
}

export interface VerdictParam {
  readonly confidence: 'high' | 'medium' | 'low';
  readonly reason: string;
}

export interface VerdictWarning {
  readonly node: string | null;
  readonly class: string | null;
  readonly reason: string;
}

/** A line of the terminal's list; `kind` is `null` while nothing could be made of the file. */
export interface JudgedWorkflow {
  readonly id: string;
  readonly name: string;
  readonly source: 'builtin' | 'imported';
  readonly kind: 'image' | 'video' | null;
  readonly status: VerdictStatus;
}

/** What has become of workflows, told without a node: by themselves, and by what a server has kept of them. */
export abstract class WorkflowVerdicts {
  abstract of(id: string): WorkflowVerdict;
  /** Every workflow, and every file of the folder that is none yet; by id. */
  abstract list(): readonly JudgedWorkflow[];
}
