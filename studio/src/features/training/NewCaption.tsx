import { TextInput } from '@mantine/core';
import { trainingWords } from './words';

const { newCaption: words } = trainingWords;

/** What captions begin with, until somebody says otherwise. */
export const CAPTION = '[trigger], {description}';
const MAX_CAPTION = 2000;

interface NewCaptionProps {
  readonly value: string;
  readonly onChange: (caption: string) => void;
}

/** The caption that each of the added pictures gets. */
export function NewCaption({ value, onChange }: NewCaptionProps) {
  return (
    <TextInput
      label={words.label}
      description={words.help}
      value={value}
      dir="auto"
      maxLength={MAX_CAPTION}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
