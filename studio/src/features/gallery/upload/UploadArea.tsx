import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { galleryWords } from '../words';
import { addUploads } from './upload-queue';
import { UploadPanel } from './UploadPanel';
import styles from './upload.module.css';

interface UploadAreaProps {
  readonly children: ReactNode;
}

/** Takes files that are dropped anywhere on the page, pasted, or picked from the disk. */
export function UploadArea({ children }: UploadAreaProps) {
  const isDragging = useDroppedFiles(addUploads);
  return (
    <>
      {children}
      {isDragging && (
        <div className={styles.drop}>
          <IconUpload size={18} stroke={1.5} aria-hidden="true" />
          <strong>{galleryWords.dropHere}</strong>
          <span className={styles.note}>{galleryWords.dropAdvice}</span>
        </div>
      )}
      <UploadPanel />
    </>
  );
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/** @returns whether files are held above the window */
function useDroppedFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setDragging(true);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const onDrop = (event: DragEvent) => {
      setDragging(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    addEventListener('dragover', onDragOver, { signal });
    addEventListener('dragleave', onDragLeave, { signal });
    addEventListener('drop', onDrop, { signal });
    addEventListener('paste', onPaste, { signal });
    return () => listeners.abort();
  }, [onFiles]);
  return isDragging;
}
