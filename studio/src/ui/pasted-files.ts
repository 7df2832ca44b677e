const TEXT_FIELDS = 'input, textarea, [contenteditable="true"]';

/**
 * The files that are pasted. None where words are pasted into a field: programs for texts and tables add a picture of
 * what was copied.
 */
export function pastedFiles({ target, clipboardData }: ClipboardEvent): readonly File[] {
  const isInField = target instanceof Element && target.matches(TEXT_FIELDS);
  if (isInField && clipboardData?.types.includes('text/plain')) return [];
  return [...(clipboardData?.files ?? [])];
}
