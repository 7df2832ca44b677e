import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { DropOverlay } from '../../ui/DropOverlay';
import { pastedFiles } from '../../ui/pasted-files';
import { useFileDrop } from '../../ui/use-file-drop';
import { UploadPanel } from './UploadPanel';

interface UploadAreaProps {
  /** What dropping files does, and which. */
  readonly dropTitle: string;
  readonly dropText?: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** Takes files that are dropped anywhere on the page, or pasted, and shows the uploads of this session. */
export function UploadArea({ dropTitle, dropText, onFiles, children }: UploadAreaProps) {
  const isDragging = useFileDrop(onFiles);
  usePastedFiles(onFiles);
  return (
    <>
      {children}
      {isDragging && (
        <DropOverlay title={dropTitle} {...(dropText !== undefined && { text: dropText })} />
      )}
      <UploadPanel />
    </>
  );
}

function usePastedFiles(onFiles: (files: readonly File[]) => void): void {
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = pastedFiles(event);
      if (files.length > 0) take(files);
    };
    addEventListener('paste', onPaste);
    return () => removeEventListener('paste', onPaste);
  }, []);
}
