import type { ReactNode } from 'react';
import { DropOverlay } from '../../ui/DropOverlay';
import { useFileDrop } from '../../ui/use-file-drop';
import { usePastedFiles } from '../../ui/use-pasted-files';
import { UploadPanel } from './UploadPanel';

interface UploadAreaProps {
  /** What dropping files does, and which. */
  readonly dropTitle: string;
  readonly dropText?: string;
  readonly onFiles: (files: readonly File[]) => void;
  /** Takes none while this is false. */
  readonly isEnabled?: boolean;
  readonly children: ReactNode;
}

/** Takes files that are dropped anywhere on the page, or pasted, and shows the uploads of this session. */
export function UploadArea({ dropTitle, dropText, children, ...props }: UploadAreaProps) {
  const { isEnabled = true } = props;
  const onFiles = (files: readonly File[]) => {
    if (isEnabled) props.onFiles(files);
  };
  const isDragging = useFileDrop(onFiles) && isEnabled;
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
