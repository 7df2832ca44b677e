import type { HistoryLocation } from '@tanstack/react-router';
import type { RootSearch } from './root-route';

/** The parameters of dialogs over a page. */
const ABOVE_PAGES: readonly (keyof RootSearch)[] = ['view', 'compare', 'new'];

type Place = Pick<HistoryLocation, 'pathname' | 'search'>;

/** Whether the two differ at most in a dialog over the page, below which the page keeps its fields. */
export const isSamePage = (one: Place, other: Place): boolean =>
  one.pathname === other.pathname && pageSearch(one) === pageSearch(other);

function pageSearch({ search }: Place): string {
  const params = new URLSearchParams(search);
  for (const name of ABOVE_PAGES) params.delete(name);
  params.sort();
  return params.toString();
}
