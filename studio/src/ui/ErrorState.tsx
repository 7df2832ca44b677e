import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState';
import { problemOf } from './problem';

interface ErrorStateProps {
  readonly error: Error;
  readonly onRetry?: () => void;
  /** Where to go when what was asked for isn't there. */
  readonly wayOut?: ReactNode;
}

/** What a place shows when its data could not be loaded: what happened, and what to do. */
export function ErrorState({ error, onRetry, wayOut }: ErrorStateProps) {
  const { title, advice, isMissing } = problemOf(error);
  return (
    <EmptyState title={title} text={advice}>
      {isMissing ? wayOut : onRetry && <Button onClick={onRetry}>Try again</Button>}
    </EmptyState>
  );
}
