import type { JsonRecord } from '../../platform/json';
import type { ToolDescription, ToolLink, ToolPicture } from './public/agent-tools';
import type { ToolApi } from './tool-api';
import type { Argument } from './tool-schema';

/** What a call found or did. */
export interface ToolAnswer {
  readonly body: JsonRecord;
  /** The short form of `body`, which is answered unless the call asks for `detail: "full"`. */
  readonly brief?: JsonRecord;
  /** The call to make next. */
  readonly next?: NextCall | undefined;
  readonly pictures?: readonly ToolPicture[];
  readonly links?: readonly ToolLink[];
}

export interface NextCall {
  readonly tool: string;
  readonly arguments: JsonRecord;
}

/** A tool: what it takes, and the requests to our own API that it makes. */
export interface Tool extends Omit<ToolDescription, 'inputSchema'> {
  /** Arguments by name. */
  readonly input: Readonly<Record<string, Argument>>;
  readonly required?: readonly string[];
  /** The part of the API without which it is of no use, as in `features` of `GET /api/session`. */
  readonly feature?: string;
  /** Arguments that it doesn't take, by name, with what to do instead. */
  readonly instead?: ReadonlyMap<string, string>;
  /** Requests that it makes besides those whose fields it takes, as `GET /api/jobs/{prompt_id}`. */
  readonly requests?: readonly string[];
  readonly run: (args: JsonRecord, api: ToolApi) => Promise<ToolAnswer>;
}

/** Answers in full instead of in short. */
export const DETAIL: Argument = { schema: { enum: ['brief', 'full'], default: 'brief' } };

export const IDEMPOTENCY_KEY: Argument = {
  schema: { type: 'string', maxLength: 200, description: 'Any text; reuse it when retrying.' },
};
