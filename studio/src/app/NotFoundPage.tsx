import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/EmptyState';
import { shellWords } from './words';

/** For an address that no page has. */
export function NotFoundPage() {
  return (
    <EmptyState title={shellWords.notFound} text={shellWords.notFoundAdvice}>
      <Button component={Link} to="/generate">
        {shellWords.toGenerate}
      </Button>
    </EmptyState>
  );
}
