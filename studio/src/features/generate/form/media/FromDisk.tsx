import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { formWords } from '../../words';
import type { FileKind } from './model';

interface FromDiskProps {
  readonly kind: FileKind;
  readonly onChosen: (file: File) => void;
}

/** Chooses a file of this computer. */
export function FromDisk({ kind, onChosen }: FromDiskProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        size="compact-sm"
        leftSection={<IconUpload size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {formWords.fromDisk}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={`${kind}/*`}
        aria-label={formWords.fromDisk}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onChosen(file);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
