import { SimulatorNode } from '../simulator-node';

/** A simulator that lives inside another program. */
export interface EmbeddedSimulator {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts one on a free port of this machine only. `stepMs`: milliseconds per sampling step. */
export async function startEmbeddedSimulator(stepMs: number): Promise<EmbeddedSimulator> {
  const place = { host: '127.0.0.1', port: 0, plainHostsOnly: true };
  const node = await SimulatorNode.start({ ...place, stepMs });
  return { url: node.url, stop: () => node.stop() };
}
