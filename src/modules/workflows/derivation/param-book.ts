import { RESERVED } from '../catalogue/reserved-names';
import type { ParamBinding, ParamType } from '../public/workflow';
import { joinNames } from '../../../platform/errors/name-list';
import { GENERATE_FIELDS } from '../public/generate-fields';

export type Confidence = 'high' | 'medium' | 'low';

/** A recognised param: its inputs and the reason. */
export interface ParamDraft {
  readonly name: string;
  readonly binds: readonly ParamBinding[];
  readonly confidence: Confidence;
  /** Why this input belongs to this param: one sentence. */
  readonly reason: string;
  /** Used when the node has no description. */
  readonly description: string;
  /** Set where the role decides it; otherwise the type comes from `object_info`, then from the value. */
  readonly type?: ParamType;
  readonly required?: boolean;
  readonly folder?: string;
  readonly branch?: readonly string[];
  /** No default although the graph has a value: seeds are random, files are sent. */
  readonly withoutDefault?: boolean;
}

/** Collects params. Each input and each name belongs to the first param that claims it. */
export class ParamBook {
  private readonly byName = new Map<string, ParamDraft>();
  private readonly boundInputs = new Set<string>();
  /** The number to try next for a name that is taken. */
  private readonly nextSuffix = new Map<string, number>();

  get drafts(): readonly ParamDraft[] {
    return [...this.byName.values()];
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  get(name: string): ParamDraft | undefined {
    return this.byName.get(name);
  }

  isBound({ node, input }: ParamBinding): boolean {
    return this.boundInputs.has(key(node, input));
  }

  /** Adds a param with its unclaimed inputs, if there are any. */
  add(draft: ParamDraft): void {
    const binds = draft.binds.filter((bind) => !this.isBound(bind));
    if (binds.length > 0) this.store({ ...draft, binds: this.claim(binds) });
  }

  /** Adds a param that may have no input. */
  addUnbound(draft: ParamDraft): void {
    this.store({ ...draft, binds: this.claim(draft.binds) });
  }

  /** Adds inputs to an existing param. */
  extend(name: string, binds: readonly ParamBinding[]): void {
    const draft = this.byName.get(name);
    const fresh = binds.filter((bind) => !this.isBound(bind));
    if (draft && fresh.length > 0)
      this.byName.set(name, { ...draft, binds: [...draft.binds, ...this.claim(fresh)] });
  }

  private store(draft: ParamDraft): void {
    const name = this.freeName(draft.name);
    this.byName.set(name, { ...draft, name });
  }

  private claim(binds: readonly ParamBinding[]): readonly ParamBinding[] {
    return binds.filter(({ node, input }) => {
      const isNew = !this.boundInputs.has(key(node, input));
      this.boundInputs.add(key(node, input));
      return isNew;
    });
  }

  private freeName(preferredName: string): string {
    const isFree = (name: string): boolean => !this.byName.has(name) && !RESERVED.has(name);
    if (isFree(preferredName)) return preferredName;
    let count = this.nextSuffix.get(preferredName) ?? 2;
    while (!isFree(`${preferredName}_${String(count)}`)) count += 1;
    this.nextSuffix.set(preferredName, count + 1);
    return `${preferredName}_${String(count)}`;
  }
}

const key = (node: string, input: string): string => JSON.stringify([node, input]);

/** A param name from a title: `Boolean (Turbo LoRA?)` becomes `turbo_lora`; `null` when nothing is left. */
export function nameFrom(title: string): string | null {
  const name = title
    .replace(/^(?:int|float|number|boolean|string|text)\b(?=.*[a-z])[\s(:-]+/i, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_$/g, '')
    .slice(0, 40)
    .replace(/_$/, '');
  return name === '' ? null : name;
}

/** More params than hand-made graphs have. */
export const MAX_PARAMS = 500;

/** The params that remain after the limit. */
export interface CappedParams {
  readonly drafts: readonly ParamDraft[];
  /** Warnings about omitted params. */
  readonly warnings: readonly string[];
}

/**
 * At most {@link MAX_PARAMS} params, in the order in which they were found: those with request fields, then those with
 * the highest confidence. The inputs of the others keep the graph's values and can be set as `node_<id>.<input>`.
 */
export function cappedParams(book: ParamBook): CappedParams {
  const { drafts } = book;
  if (drafts.length <= MAX_PARAMS) return { drafts, warnings: [] };
  const ranked = drafts.toSorted((a, b) => rank(a) - rank(b));
  const listed = new Set(ranked.slice(0, MAX_PARAMS));
  const names = new Set([...listed].map(({ name }) => name));
  const isKept = (draft: ParamDraft): boolean =>
    listed.has(draft) && draft.binds.every(({ plus }) => plus === undefined || names.has(plus));
  const omitted = drafts.filter((draft) => !isKept(draft));
  const inputs = omitted.flatMap(({ binds }) => binds.map((b) => `node_${b.node}.${b.input}`));
  return {
    drafts: drafts.filter(isKept),
    warnings: [
      `Has ${String(drafts.length)} params, of which ${String(drafts.length - omitted.length)} are listed. ` +
        `The others keep the graph's values; set their inputs by name in workflow_params: ${joinNames(inputs)}.`,
    ],
  };
}

const RANKS: Readonly<Record<Confidence, number>> = { high: 1, medium: 2, low: 3 };

const rank = ({ name, confidence }: ParamDraft): number =>
  Object.values(GENERATE_FIELDS).some((fields) => fields.has(name)) ? 0 : RANKS[confidence];
