import { nearestModels, spellModel } from '../graph/model-names';
import { once } from '../json/once';

/** The choices that are texts; the same list each time, so that looking files up in it reads it once. */
export const filesAmong = once((choices: readonly unknown[]): readonly string[] =>
  choices.filter((choice) => typeof choice === 'string'),
);

/** A model file as a node spells it; or, when the node hasn't got it, what looks most like it there. */
export type ModelSearch =
  { readonly found: string } | { readonly found: null; readonly nearest: readonly string[] };

/** Looks a model file up among those that a node offers. The extension may be left out. Pure. */
export function findModel(wanted: string, offered: readonly string[]): ModelSearch {
  const found = spellModel(wanted, offered) ?? spellModel(`${wanted}.safetensors`, offered);
  return found === null ? { found, nearest: nearestModels(wanted, offered) } : { found };
}
