import { FakeToolkit } from './fake-toolkit';
import { DRAWINGS } from './trainer-outputs';

/** How a simulated toolkit is started. */
export interface RunningToolkitOptions {
  /** Absolute folder for datasets and outputs. */
  readonly root: string;
  /** Port of 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  /** Training speed. */
  readonly stepsPerSecond: number;
  /** How many times faster than real time its clock runs; 1. */
  readonly timeLapse?: number;
  /** Required of every call when set. */
  readonly token?: string;
}

/** A simulated toolkit whose clock runs. */
export interface RunningToolkit {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a simulated toolkit, in the process of the caller. */
export async function startToolkit({
  root,
  port,
  stepsPerSecond,
  timeLapse = 1,
  token,
}: RunningToolkitOptions): Promise<RunningToolkit> {
  const toolkit = await FakeToolkit.start(root, port);
  const { trainer } = toolkit;
  trainer.now = Date.now();
  trainer.stepsPerTick = stepsPerSecond;
  trainer.outputs = DRAWINGS;
  toolkit.token = token ?? null;
  const clock = setInterval(() => toolkit.tick(), 1000 / timeLapse);
  return {
    url: toolkit.url,
    stop: async () => {
      clearInterval(clock);
      await toolkit.stop();
    },
  };
}
