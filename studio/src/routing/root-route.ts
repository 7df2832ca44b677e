import { createRootRoute } from '@tanstack/react-router';

/** Search parameters of every page. */
export interface RootSearch {
  /** Path of the media item that the lightbox shows above the page. */
  readonly view?: string;
  /** Paths of two or more items that are compared above the page, separated by commas. */
  readonly compare?: string;
  /** The dialog is open that makes something new of what the page lists. */
  readonly new?: true;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The root of all pages. The shell around them is set in `app`. */
export const rootRoute = createRootRoute({
  validateSearch: (search: Record<string, unknown>): RootSearch => {
    const view = text(search.view);
    const compare = text(search.compare);
    const isNew = search.new === true;
    return { ...(view && { view }), ...(compare && { compare }), ...(isNew && { new: true }) };
  },
});
