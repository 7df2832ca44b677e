interface MediaReference {
  readonly path?: string;
  missing?: true;
}

/** A job's record or summary, with what it names of the catalogue. */
interface NamesMedia {
  readonly outputs: readonly MediaReference[];
  readonly inputs?: readonly MediaReference[];
}

/**
 * Marks what jobs name and is in the trash or gone.
 * @param existing which of these paths are there
 */
export async function markMissing(
  records: readonly NamesMedia[],
  existing: (paths: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  const references = records
    .flatMap(({ outputs, inputs = [] }) => [...outputs, ...inputs])
    .filter(({ path }) => path !== undefined);
  if (references.length === 0) return;
  const found = await existing(references.flatMap(({ path }) => path ?? []));
  for (const reference of references)
    if (!found.has(reference.path ?? '')) reference.missing = true;
}
