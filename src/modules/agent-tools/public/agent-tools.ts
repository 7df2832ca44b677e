import type { IncomingMessage } from 'node:http';
import type { JsonRecord } from '../../../platform/json';

/** What calling a tool may do: for hosts that ask their user first. */
export interface ToolHints {
  /** Changes nothing. */
  readonly readOnly?: boolean;
  /** Ends or replaces something that is there. */
  readonly destructive?: boolean;
  /** Whether a call with these arguments replaces or removes something, of a tool that also adds. */
  readonly replaces?: (args: JsonRecord) => boolean;
  /** A second call with the same arguments changes nothing further. */
  readonly idempotent?: boolean;
  /** Takes time on a node or money at a provider. */
  readonly costly?: boolean;
  /** Makes something readable for others. */
  readonly shares?: boolean;
}

/** A tool as assistants see it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: ToolHints;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonRecord;
}

/** How far a call that waits has come. */
export interface ToolProgress {
  /** 0 to 1. */
  readonly fraction: number;
  readonly message: string;
}

/** The request that asks for a call, as far as it tells who sent it. */
export type ToolSender = Pick<IncomingMessage, 'headersDistinct' | 'socket'>;

export interface ToolCall {
  readonly name: string;
  readonly arguments: JsonRecord;
  /** Every request that the tool makes is signed with the sender's credentials, which are checked again. */
  readonly sender: ToolSender;
  /** Ends the call when aborted. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: ToolProgress) => void;
}

/** A small version of a media asset. */
export interface ToolPicture {
  readonly path: string;
  readonly mime: string;
  readonly bytes: Buffer;
}

/** A media asset that the answer is about. */
export interface ToolLink {
  readonly path: string;
  readonly name: string;
  readonly mime: string;
}

export interface ToolResult {
  readonly ok: boolean;
  /** The status that HTTP would answer. */
  readonly status: number;
  /**
   * What the tool answers; of a call that failed the body of the HTTP error: `detail`, `code`, `hint`. `tools` says which
   * tools make the requests that its advice names.
   */
  readonly body: JsonRecord;
  readonly pictures: readonly ToolPicture[];
  readonly links: readonly ToolLink[];
}

/** The tools that assistants may call, each with the rights of the request behind it. */
export abstract class AgentTools {
  /** Those that the service is set up for. */
  abstract list(): readonly ToolDescription[];

  /** Also one that is not listed now: a call of it is answered with what is missing. */
  abstract find(name: string): ToolDescription | undefined;

  /** Never throws because of the call: what a caller did wrong is a result. Throws when the signal is aborted. */
  abstract run(call: ToolCall): Promise<ToolResult>;

  /** An answer of the HTTP API with `tools`, as results have them. */
  abstract withTools(answer: JsonRecord): JsonRecord;
}
