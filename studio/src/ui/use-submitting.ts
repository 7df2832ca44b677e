import { type SubmitEvent, useState } from 'react';

/** Sends a form, or does something else, once at a time; what is refused is kept as the error, unless `onError` takes it. */
export function useSubmitting<Args extends readonly unknown[]>(
  send: (...args: Args) => Promise<unknown>,
  { onError }: { readonly onError?: (error: Error) => void } = {},
) {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const report = onError ?? setError;
  const run = async (...args: Args) => {
    if (isBusy) return;
    setIsBusy(true);
    setError(undefined);
    try {
      await send(...args);
    } catch (reason) {
      report(reason instanceof Error ? reason : new Error(String(reason)));
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: SubmitEvent, ...args: Args) => {
    event.preventDefault();
    // A dialog may be opened from within another form.
    event.stopPropagation();
    void run(...args);
  };
  return { isBusy, error, submit, run };
}
