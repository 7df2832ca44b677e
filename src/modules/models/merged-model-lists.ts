import { LRUCache } from 'lru-cache';
import { foldText } from '../../platform/search-text';
import { type FileOnNodes, fileOnNodes } from './model-headers.service';
import { withSlashes } from './with-slashes';

/** A model file with the nodes that have it. */
export interface NodesModel {
  /** With slashes only. */
  readonly name: string;
  /** `name`, folded. */
  readonly text: string;
  readonly file: FileOnNodes;
}

interface MergedLists {
  /** As the nodes sent them. A list is the same object until it is fetched again. */
  readonly lists: readonly (readonly string[])[];
  /** By name. */
  readonly models: readonly NodesModel[];
}

/** Of all merged lists together, in model files: they take some 30 MB. */
const MAX_SIZE = 100_000;
/** A node that has a file takes a tenth of what the file takes. */
const NODES_PER_FILE = 10;

/** Merges the lists of model files of several nodes, and keeps the result: for 20,000 files that takes a tenth of a second. */
export class MergedModelLists {
  /** By folder and nodes. */
  private readonly merged = new LRUCache<string, MergedLists>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ lists, models }) =>
      lists.reduce(
        (sum, { length }) => sum + Math.ceil(length / NODES_PER_FILE),
        1 + models.length,
      ),
  });

  /** @param lists one for each provider @returns the files by name */
  merge(
    folder: string,
    providers: readonly string[],
    lists: MergedLists['lists'],
  ): readonly NodesModel[] {
    const key = JSON.stringify([folder, ...providers]);
    const known = this.merged.get(key);
    if (known?.lists.every((list, at) => list === lists[at])) return known.models;
    const models = mergedByName(folder, providers, lists);
    this.merged.set(key, { lists, models });
    return models;
  }
}

function mergedByName(
  folder: string,
  providers: readonly string[],
  lists: MergedLists['lists'],
): readonly NodesModel[] {
  const files = new Map<string, ReturnType<typeof fileOnNodes>>();
  for (const [at, provider] of providers.entries())
    for (const name of lists[at] ?? []) {
      const file = files.get(withSlashes(name));
      if (file) file.providers.push(provider);
      else files.set(withSlashes(name), fileOnNodes(provider, folder, name));
    }
  return [...files]
    .map(([name, file]) => ({ name, text: foldText(name), file }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
