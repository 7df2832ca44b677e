import { nearestModels, spellModel } from '../graph/model-names';
import { memoized } from '../json/memoize';

/** The choices that are texts. The same `choices` give the same list object, so that its search index is built once. */
export const textsAmong = memoized((choices: readonly unknown[]): readonly string[] =>
  choices.filter((choice) => typeof choice === 'string'),
);

/** A model file in the node's spelling, or the most similar files of the node. */
export type ModelSearch =
  { readonly found: string } | { readonly found: null; readonly nearest: readonly string[] };

/** Looks up a model file on a node. The extension may be left out. Pure. */
export function findModel(wanted: string, offered: readonly string[]): ModelSearch {
  const found = spellModel(wanted, offered) ?? spellModel(`${wanted}.safetensors`, offered);
  return found === null ? { found, nearest: nearestModels(wanted, offered) } : { found };
}
