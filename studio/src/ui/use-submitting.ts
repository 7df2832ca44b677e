import { type SubmitEvent, useState } from 'react';

/** Sends a form once at a time; what is refused is kept as the error. */
export function useSubmitting(send: () => Promise<unknown>) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const run = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setError(undefined);
    try {
      await send();
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)));
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void run();
  };
  return { isBusy, error, submit, run };
}
