import { Button, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { formWords } from '../../words';
import type { FileKind } from './model';

interface FromDiskProps {
  readonly kind: FileKind;
  readonly onChosen: (file: File) => void;
}

/** Chooses a file of this computer. */
export function FromDisk({ kind, onChosen }: FromDiskProps) {
  return (
    <FileButton accept={`${kind}/*`} onChange={(file) => file && onChosen(file)}>
      {(props) => (
        <Button
          {...props}
          size="compact-sm"
          leftSection={<IconUpload size={16} stroke={1.5} aria-hidden="true" />}
        >
          {formWords.fromDisk}
        </Button>
      )}
    </FileButton>
  );
}
