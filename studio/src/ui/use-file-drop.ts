import { useEffectEvent, useLayoutEffect, useState } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes files that are dropped anywhere on the page.
 * @param onOver is called while files are dragged over the page
 * @returns whether files are being dragged over the page
 */
export function useFileDrop(
  onFiles: (files: readonly File[], event: DragEvent) => void,
  onOver?: (event: DragEvent) => void,
): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const take = useEffectEvent(onFiles);
  const over = useEffectEvent((event: DragEvent) => onOver?.(event));
  useLayoutEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsDragging(true);
      over(event);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      setIsDragging(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      take([...(event.dataTransfer?.files ?? [])], event);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    addEventListener('dragover', onDragOver, { signal });
    addEventListener('dragleave', onDragLeave, { signal });
    addEventListener('drop', onDrop, { signal });
    return () => listeners.abort();
  }, []);
  return isDragging;
}
