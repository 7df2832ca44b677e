interface Parameter {
  readonly in?: string;
  readonly name?: string;
  example?: unknown;
}

type Paths = Readonly<
  Record<string, Readonly<Record<string, { readonly parameters: readonly Parameter[] }>>>
>;

/** What a collection answers; anything else when the request fails. */
type Read = (path: string) => Promise<{ readonly items?: readonly Record<string, unknown>[] }>;

/**
 * Replaces the examples of path parameters by ids that exist, those of the newest item of the collection, so that
 * requests can be sent as they stand. By default only in requests that change nothing that exists.
 *
 * The documentation's page runs the source text of this function: it must not use anything outside of itself.
 */
export async function fillExamples(
  paths: Paths,
  read: Read,
  applies = (method: string, path: string): boolean => method === 'get' || path.endsWith('/rerun'),
): Promise<void> {
  const newest = new Map<string, Promise<Record<string, unknown> | undefined>>();
  const newestOf = (collection: string): Promise<Record<string, unknown> | undefined> => {
    const item =
      newest.get(collection) ?? read(`${collection}?limit=1`).then(({ items }) => items?.[0]);
    newest.set(collection, item);
    return item;
  };
  const fill = async (path: string, parameters: readonly Parameter[]): Promise<void> => {
    // The collection of a parameter: the path before it, with the examples of those before it.
    let collection = '';
    for (const part of path
      .replace(/^\/media/, '/api/media')
      .split('/')
      .slice(1)) {
      const name = /^\{(.*)\}$/.exec(part)?.[1];
      const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
      if (parameter && name !== undefined) {
        const item = await newestOf(collection);
        parameter.example = item?.[name] ?? item?.['id'] ?? parameter.example;
      }
      collection += `/${parameter ? String(parameter.example) : part}`;
    }
  };
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { parameters }] of Object.entries(methods))
      if (path.includes('{') && applies(method, path)) await fill(path, parameters);
}
