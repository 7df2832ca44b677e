import { useEffect, useEffectEvent } from 'react';

const TEXT_FIELDS = 'input, textarea, [contenteditable="true"]';

/**
 * The files that are pasted. None where words are pasted into a field: programs for texts and tables add a picture of
 * what was copied.
 */
function pastedFiles({ target, clipboardData }: ClipboardEvent): readonly File[] {
  const isInField = target instanceof Element && target.matches(TEXT_FIELDS);
  if (isInField && clipboardData?.types.includes('text/plain')) return [];
  return [...(clipboardData?.files ?? [])];
}

/** Takes files that are pasted anywhere on the page. */
export function usePastedFiles(onFiles: (files: readonly File[]) => void): void {
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = pastedFiles(event);
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    };
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, []);
}
