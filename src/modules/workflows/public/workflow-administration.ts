import type { Caller } from '../../../platform/access/caller';
import { UserError } from '../../../platform/errors/user-error';

/** A file that somebody brings at the terminal. */
export interface TerminalImport {
  readonly id: string;
  readonly name?: string;
  /** JSON, or a picture, video or sound that carries it. */
  readonly content: Buffer;
  /** Its name, for messages, and its text. */
  readonly manifest?: { readonly file: string; readonly text: string };
}

/** Workflows without a server: beside one that runs, or without any. Nodes aren't asked. */
export abstract class WorkflowAdministration {
  /** Keeps it; answers whether it waits for a node. Throws `WorkflowRefused`, and what the HTTP route throws. */
  abstract import(caller: Caller, brought: TerminalImport): Promise<'ready' | 'needs_nodes'>;
  /** Files of the folder that aren't in the catalogue as they stand: a line each. */
  abstract problems(): readonly string[];
  /** Throws what the HTTP route throws. */
  abstract remove(caller: Caller, id: string): Promise<void>;
}

/** What was brought is no workflow: a line for each fault. */
export class WorkflowRefused extends UserError {}
