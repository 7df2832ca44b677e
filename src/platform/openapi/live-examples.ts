interface Parameter {
  readonly in?: string;
  readonly name?: string;
  example?: unknown;
}

type Paths = Readonly<
  Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>
>;

/** Requests a list. The answer has no `items` if that fails. */
type Read = (path: string) => Promise<{ readonly items?: readonly Record<string, unknown>[] }>;

/**
 * Replaces the examples of path parameters by ids that exist, those of the newest item of the collection, so that
 * requests can be sent as they stand. By default only in requests that change nothing that exists. Only collections whose
 * documentation in `paths` shows that they are listed in pages are asked for their newest item.
 *
 * The page of the API documentation runs the source text of this function in the browser, so the function must not use anything
 * outside of itself.
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
  const isList = (path: string): boolean =>
    paths[path]?.['get']?.parameters?.some(({ name }) => name === 'limit') ?? false;
  const newestId = async (documented: string, collection: string, name: string) => {
    const item = isList(documented) ? await newestOf(collection) : undefined;
    return item?.[name] ?? item?.['id'];
  };
  const fill = async (path: string, parameters: readonly Parameter[]): Promise<void> => {
    // The collection of a parameter: the path before it, as it is documented and with the ids of the parameters before it.
    let documented = '';
    let collection = '';
    for (const part of path
      .replace(/^\/media/, '/api/media')
      .split('/')
      .slice(1)) {
      const name = /^\{(.*)\}$/.exec(part)?.[1];
      const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
      if (parameter && name !== undefined) {
        const id = await newestId(documented, collection, name);
        // What is below an example that does not exist can't be listed.
        if (id === undefined) return;
        parameter.example = id;
      }
      documented += `/${part}`;
      collection += `/${parameter ? String(parameter.example) : part}`;
    }
  };
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { parameters = [] }] of Object.entries(methods))
      if (path.includes('{') && applies(method, path)) await fill(path, parameters);
}
