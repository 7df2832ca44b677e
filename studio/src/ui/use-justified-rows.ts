import { useEffect, useMemo, useState } from 'react';
import { justify, type JustifiedRows, type JustifyInput } from './justified-rows';

/** Fewer pictures are laid out at once: that takes less time than asking the worker. */
const MAX_SYNCHRONOUS = 3_000;

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Request>();

interface Request {
  readonly input: JustifyInput;
  readonly resolve: (rows: JustifiedRows) => void;
}

function justifyInWorker(input: JustifyInput): Promise<JustifiedRows> {
  if (worker === undefined) {
    worker = new Worker(new URL('./justified-rows.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<{ id: number; rows: JustifiedRows }>) => {
      waiting.get(data.id)?.resolve(data.rows);
      waiting.delete(data.id);
    };
    // It could not be loaded, as after an update of the service: slower, but the same rows.
    worker.onerror = () => {
      for (const { input, resolve } of waiting.values()) resolve(justify(input));
      waiting.clear();
      worker = undefined;
    };
  }
  const id = (lastId += 1);
  worker.postMessage({ id, input });
  return new Promise((resolve) => waiting.set(id, { input, resolve }));
}

/** Rows together with what they were made from, so that both change at once. */
export interface LaidOut<T extends JustifyInput> {
  readonly input: T;
  readonly rows: JustifiedRows;
}

/** Rows of pictures; the former ones until those of a large list are ready. */
export function useJustifiedRows<T extends JustifyInput>(input: T): LaidOut<T> | undefined {
  const atOnce = useMemo(
    () => (input.ratios.length <= MAX_SYNCHRONOUS ? { input, rows: justify(input) } : undefined),
    [input],
  );
  const [ready, setReady] = useState<LaidOut<T>>();
  useEffect(() => {
    if (input.ratios.length <= MAX_SYNCHRONOUS) return;
    let isCurrent = true;
    const { ratios, sections, width, rowHeight, gap, headerHeight } = input;
    void justifyInWorker({ ratios, sections, width, rowHeight, gap, headerHeight }).then((rows) => {
      if (isCurrent) setReady({ input, rows });
    });
    return () => {
      isCurrent = false;
    };
  }, [input]);
  return atOnce ?? ready;
}
