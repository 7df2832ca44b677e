import { SimulatorNode } from '../simulator-node';

/** A simulator that lives inside another program. */
export interface EmbeddedSimulator {
  readonly url: string;
  stop(): Promise<void>;
}

/** How a simulator lives inside another program. */
export interface EmbeddedOptions {
  /** Milliseconds per sampling step. */
  readonly stepMs: number;
  /** Folder for its files; they outlive a restart, so that outputs can still be collected. */
  readonly folder: string;
}

/** Starts one on a free port of this machine only. */
export async function startEmbeddedSimulator({
  stepMs,
  folder,
}: EmbeddedOptions): Promise<EmbeddedSimulator> {
  const address = { host: '127.0.0.1', port: 0, plainHostsOnly: true };
  const node = await SimulatorNode.start({ ...address, stepMs, keptDir: folder });
  return { url: node.url, stop: () => node.stop() };
}
