import { type ReactNode, useEffect } from 'react';
import { DropOverlay } from '../../../ui/DropOverlay';
import { pastedFiles } from '../../../ui/pasted-files';
import { useFileDrop } from '../../../ui/use-file-drop';
import { galleryWords } from '../words';
import { addUploads } from './upload-queue';
import { UploadPanel } from './UploadPanel';

interface UploadAreaProps {
  readonly children: ReactNode;
}

/** Takes files that are dropped anywhere on the page, pasted, or picked from the disk. */
export function UploadArea({ children }: UploadAreaProps) {
  const isDragging = useFileDrop(addUploads);
  usePastedFiles(addUploads);
  return (
    <>
      {children}
      {isDragging && <DropOverlay title={galleryWords.dropHere} text={galleryWords.dropAdvice} />}
      <UploadPanel />
    </>
  );
}

function usePastedFiles(onFiles: (files: readonly File[]) => void): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = pastedFiles(event);
      if (files.length > 0) onFiles(files);
    };
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, [onFiles]);
}
