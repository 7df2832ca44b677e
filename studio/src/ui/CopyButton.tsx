import { VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { COPIED, copyText, notifyNotCopied } from './copy';
import { IconAction } from './IconAction';

const SHOWN_MS = 1_500;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
}

/** Copies a text, and shows for a moment that it did. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => {
      setIsDone(false);
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isDone]);
  const copy = async () => {
    if (await copyText(text)) setIsDone(true);
    else notifyNotCopied();
  };
  return (
    <>
      <IconAction
        icon={isDone ? IconCheck : IconCopy}
        label={isDone ? COPIED : label}
        size="sm"
        onClick={() => void copy()}
      />
      {/* The new name of the button that has the focus is not read out. */}
      <VisuallyHidden role="status">{isDone && COPIED}</VisuallyHidden>
    </>
  );
}
