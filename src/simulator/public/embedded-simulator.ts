import { SimulatorNode } from '../simulator-node';

/** A simulator inside another process. */
export interface EmbeddedSimulator {
  readonly url: string;
  stop(): Promise<void>;
}

/** Settings of an embedded simulator. */
export interface EmbeddedOptions {
  /** Milliseconds per sampling step. */
  readonly stepMs: number;
  /** Folder for its files; they stay over a restart, so that outputs can still be collected. */
  readonly folder: string;
}

/** Starts a simulator on a free port of 127.0.0.1. */
export async function startEmbeddedSimulator({
  stepMs,
  folder,
}: EmbeddedOptions): Promise<EmbeddedSimulator> {
  const address = { host: '127.0.0.1', port: 0, plainHostsOnly: true };
  const node = await SimulatorNode.start({ ...address, stepMs, persistentDir: folder });
  return { url: node.url, stop: () => node.stop() };
}
