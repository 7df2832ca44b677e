import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState';
import { FormError } from './FormError';
import { Loading } from './Loading';

const MORE = 'Show more';
const RETRY = 'Try again';

/** A list that comes in pages, as an infinite query has it. */
export interface PagedQuery<Item> {
  readonly data: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined;
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly isRefetching: boolean;
  readonly refetch: () => Promise<unknown>;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface PagedListProps<Item> {
  readonly query: PagedQuery<Item>;
  /** Of the same geometry as the list. */
  readonly skeleton: ReactNode;
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list in each of its states: it loads, it could not be loaded, it is empty, or it has items and perhaps more. */
export function PagedList<Item>({ query, skeleton, empty, children }: PagedListProps<Item>) {
  const { data, error } = query;
  if (data === undefined)
    return error === null ? (
      <Loading>{skeleton}</Loading>
    ) : (
      <ErrorState error={error} onRetry={() => void query.refetch()} />
    );
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) return empty;
  return (
    <>
      {children(items)}
      <ListEnd query={query} />
    </>
  );
}

/** How to load more, or what has failed since the list was loaded. */
function ListEnd({ query }: { readonly query: PagedQuery<unknown> }) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, isRefetching } = query;
  const more = () => void query.fetchNextPage();
  if (error !== null)
    return (
      <>
        <FormError error={error} />
        <Button
          loading={isFetchingNextPage || isRefetching}
          onClick={isFetchNextPageError ? more : () => void query.refetch()}
        >
          {RETRY}
        </Button>
      </>
    );
  return (
    hasNextPage && (
      <Button loading={isFetchingNextPage} onClick={more}>
        {MORE}
      </Button>
    )
  );
}
