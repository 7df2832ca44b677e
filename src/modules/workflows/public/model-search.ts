import { nearestModels, spellModel } from '../graph/model-names';
import { memoized } from '../json/memoize';

/** The choices that are texts. The same `choices` give the same list object, so that its search index is built once. */
export const textsAmong = memoized((choices: readonly unknown[]): readonly string[] =>
  choices.filter((choice) => typeof choice === 'string'),
);

/** A model file in the node's spelling, or the most similar files of the node. */
export type ModelSearch =
  | { readonly file: string }
  | { readonly file: null; readonly nearest: readonly string[] };

/** Looks up a model file on a node. The extension may be left out. */
export function findModel(wanted: string, offered: readonly string[]): ModelSearch {
  const file = spellModel(wanted, offered) ?? spellModel(`${wanted}.safetensors`, offered);
  return file === null ? { file, nearest: nearestModels(wanted, offered) } : { file };
}
