import { Button } from '@mantine/core';
import { EmptyState } from './EmptyState';

interface ErrorStateProps {
  readonly error: Error;
  readonly onRetry?: () => void;
}

/** What a place shows when its data could not be loaded: what happened, and a way to try again. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : undefined;
  return (
    <EmptyState title={error.message} text={hint}>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </EmptyState>
  );
}
