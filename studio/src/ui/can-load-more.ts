interface PagedQuery {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
}

/** Whether to load the next page by itself: after a failure somebody has to ask for it, or it would be tried for ever. */
export const canLoadMore = (query: PagedQuery): boolean =>
  query.hasNextPage && !query.isFetching && !query.isFetchNextPageError;
