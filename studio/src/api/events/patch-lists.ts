/** A list as the API answers it. The cache also holds bare arrays of items, and the pages of infinite queries. */
interface Page<T> {
  readonly items: readonly T[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isPage = <T>(value: unknown): value is Page<T> =>
  isObject(value) && Array.isArray(value.items);

const isPages = <T>(value: unknown): value is { readonly pages: readonly Page<T>[] } =>
  isObject(value) && Array.isArray(value.pages) && value.pages.every(isPage);

/** Returns the changed item, the same item to keep it, or `undefined` to remove it. */
type Change<T> = (item: T) => T | undefined;

/**
 * Applies the change to every item of cached data. Returns the same object when no item changes, so that React renders
 * nothing again; data of another shape is returned as it is.
 */
export function patchLists<T>(data: unknown, change: Change<T>): unknown {
  if (Array.isArray(data)) return patchItems(data as readonly T[], change);
  if (isPage<T>(data)) return patchPage(data, change);
  if (!isPages<T>(data)) return data;
  const pages = data.pages.map((page) => patchPage(page, change));
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
}

function patchPage<T>(page: Page<T>, change: Change<T>): Page<T> {
  const items = patchItems(page.items, change);
  return items === page.items ? page : { ...page, items };
}

function patchItems<T>(before: readonly T[], change: Change<T>): readonly T[] {
  const items: T[] = [];
  let isChanged = false;
  for (const item of before) {
    const next = change(item);
    isChanged ||= next !== item;
    if (next !== undefined) items.push(next);
  }
  return isChanged ? items : before;
}
