/** How long what no event tells of counts as current, in ms: several components of a page share one request. */
const CURRENT_MS = 5_000;

/** For queries whose data no event tells of: they ask again when a page needs the data or comes back into view. */
export const WITHOUT_EVENTS = {
  staleTime: CURRENT_MS,
  refetchOnMount: true,
  refetchOnWindowFocus: true,
} as const;
