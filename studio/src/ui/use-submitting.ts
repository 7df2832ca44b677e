import { type SubmitEvent, useState } from 'react';

/** Sends a form once at a time; what is refused is kept as the error. */
export function useSubmitting<Args extends readonly unknown[]>(
  send: (...args: Args) => Promise<unknown>,
) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const run = async (...args: Args) => {
    if (isBusy) return;
    setIsBusy(true);
    setError(undefined);
    try {
      await send(...args);
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)));
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: SubmitEvent, ...args: Args) => {
    event.preventDefault();
    void run(...args);
  };
  return { isBusy, error, submit, run };
}
