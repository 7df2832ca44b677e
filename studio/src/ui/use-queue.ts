import { useRef } from 'react';

/** Runs tasks one after another. */
export function useQueue() {
  const latest = useRef<Promise<unknown>>(undefined);
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const next = (latest.current ?? Promise.resolve()).then(task, task);
    latest.current = next;
    return next;
  };
}
