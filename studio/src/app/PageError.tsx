import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { EmptyState } from '../ui/EmptyState';
import { shellWords } from './words';

/** In place of a page that could not be loaded or drawn. */
export function PageError({ error }: ErrorComponentProps) {
  return (
    <EmptyState title={shellWords.pageFailed} text={shellWords.pageFailedAdvice}>
      {error instanceof Error && <code className="tabular">{error.message}</code>}
      <Button onClick={() => location.reload()}>{shellWords.reload}</Button>
    </EmptyState>
  );
}
