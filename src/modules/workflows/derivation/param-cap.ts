import { joinNames } from '../../../platform/errors/shortlist';
import { BODY_FIELDS } from '../public/body-fields';
import type { Confidence, ParamBook, ParamDraft } from './param-book';

/** More than anybody reads, and more than graphs that people draw have. */
export const MOST_PARAMS = 500;

/** The params that a workflow gets of those that were found. */
export interface CappedParams {
  readonly drafts: readonly ParamDraft[];
  /** What is said of the others; empty while there are none. */
  readonly warnings: readonly string[];
}

/**
 * At most {@link MOST_PARAMS} params, in the order in which they were found: those that requests have fields for, then
 * the surest. The inputs of the others keep what the graph says, and are set as `node_<id>.<input>`. Pure.
 */
export function cappedParams(book: ParamBook): CappedParams {
  const { drafts } = book;
  if (drafts.length <= MOST_PARAMS) return { drafts, warnings: [] };
  const ranked = drafts.toSorted((a, b) => rank(a) - rank(b));
  const kept = new Set(ranked.slice(0, MOST_PARAMS));
  const names = new Set([...kept].map(({ name }) => name));
  const isKept = (draft: ParamDraft): boolean =>
    kept.has(draft) && draft.binds.every(({ plus }) => plus === undefined || names.has(plus));
  const left = drafts.filter((draft) => !isKept(draft));
  const inputs = left.flatMap(({ binds }) => binds.map((b) => `node_${b.node}.${b.input}`));
  return {
    drafts: drafts.filter(isKept),
    warnings: [
      `Has ${String(drafts.length)} params, of which ${String(drafts.length - left.length)} are listed. ` +
        `The others keep the graph's values; set their inputs by name in workflow_params: ${joinNames(inputs)}.`,
    ],
  };
}

const RANKS: Readonly<Record<Confidence, number>> = { high: 1, medium: 2, low: 3 };

const rank = ({ name, confidence }: ParamDraft): number =>
  Object.values(BODY_FIELDS).some((fields) => fields.has(name)) ? 0 : RANKS[confidence];
