import type { ToolSender } from './agent-tools';

export interface OwnAnswer {
  readonly status: number;
  /** Media type, without parameters. */
  readonly type: string;
  readonly bytes: Buffer;
}

/** Reads from our own API inside the process, with the rights of whoever asks. */
export abstract class OwnApi {
  /**
   * @param path with its query
   * @returns errors, too, as they are answered over HTTP
   */
  abstract read(path: string, sender: ToolSender, signal: AbortSignal): Promise<OwnAnswer>;
}
