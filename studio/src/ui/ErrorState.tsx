import { Button } from '@mantine/core';
import { EmptyState } from './EmptyState';
import { hintOf } from './hint';

interface ErrorStateProps {
  readonly error: Error;
  readonly onRetry?: () => void;
}

/** What a place shows when its data could not be loaded: what happened, and a way to try again. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  return (
    <EmptyState title={error.message} text={hintOf(error)}>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </EmptyState>
  );
}
