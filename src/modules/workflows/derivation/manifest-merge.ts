import { ownValue } from '../../../platform/json';
import type { ParamBinding } from '../public/workflow';
import type { ParamEntry } from '../catalogue/workflow-file';
import type { DerivedWorkflow, Guess } from './derive-workflow';
import type { Manifest } from '../catalogue/workflow-file';
import type { ManifestProblem, ManifestSource } from './manifest';

/** Derived params with the manifest's overrides. */
export interface MergedParams {
  readonly params: Readonly<Record<string, ParamEntry>>;
  readonly guesses: Readonly<Record<string, Guess>>;
  readonly problems: readonly ManifestProblem[];
}

const STATED: Guess = { confidence: 'high', reason: 'Set by the manifest.' };

/**
 * Overrides derived params by those of a manifest, field by field; the manifest may add params, and `null` removes one.
 * An input belongs to one param: inputs that the manifest binds are removed from derived params.
 */
export function overrideParams(derived: DerivedWorkflow, source: ManifestSource): MergedParams {
  const overrides = source.manifest.params ?? {};
  const claimed = new Set(
    Object.values(overrides).flatMap((override) => (override?.binds ?? []).map(keyOf)),
  );
  const keptParams = Object.entries(derived.params).flatMap(([name, entry]) =>
    ownValue(overrides, name) === null ? [] : withoutClaimed(name, entry, claimed, overrides),
  );
  const stated = Object.entries(overrides).flatMap(([name, override]) =>
    override === null ? [] : [[name, override] as const],
  );
  const names = new Set([...keptParams, ...stated].map(([name]) => name));
  // A sum with a param that is removed has no value.
  const hasSums = ([name, { binds }]: readonly [string, ParamEntry]): boolean =>
    ownValue(overrides, name)?.binds !== undefined ||
    binds.every(({ plus }) => plus === undefined || names.has(plus));
  const base = Object.fromEntries(keptParams.filter(hasSums));
  const merged = stated.map(
    ([name, override]) => [name, overrideParam(ownValue(base, name), override)] as const,
  );
  const incomplete = merged.flatMap(([name, entry]) => missingFields(name, entry, source));
  const params = { ...base, ...Object.fromEntries(merged) } as Readonly<Record<string, ParamEntry>>;
  const guesses = Object.keys(params).map((name) => {
    const changes = Object.keys(ownValue(overrides, name) ?? {});
    const isStated = changes.includes('binds') || !Object.hasOwn(derived.params, name);
    return [name, isStated ? STATED : (ownValue(derived.guesses, name) ?? STATED)] as const;
  });
  return { params, guesses: Object.fromEntries(guesses), problems: incomplete };
}

const keyOf = ({ node, input }: ParamBinding): string => JSON.stringify([node, input]);

/** A param without inputs is removed, except the prompt: every request has one. */
function withoutClaimed(
  name: string,
  entry: ParamEntry,
  claimed: ReadonlySet<string>,
  overrides: NonNullable<Manifest['params']>,
): readonly (readonly [string, ParamEntry])[] {
  if (ownValue(overrides, name)?.binds) return [[name, entry]];
  const binds = entry.binds.filter((bind) => !claimed.has(keyOf(bind)));
  const isGone = binds.length === 0 && entry.binds.length > 0 && name !== 'prompt';
  return isGone ? [] : [[name, { ...entry, binds }]];
}

/** If the override changes the type, derived bounds and defaults no longer apply. */
function overrideParam(
  entry: ParamEntry | undefined,
  override: Partial<ParamEntry>,
): Partial<ParamEntry> {
  const isRetyped = override.type !== undefined && override.type !== entry?.type;
  if (!entry || !isRetyped) return { ...entry, ...override };
  return { binds: entry.binds, description: entry.description, ...override };
}

function missingFields(
  name: string,
  entry: Partial<ParamEntry>,
  { problem }: ManifestSource,
): readonly ManifestProblem[] {
  const needed = ['type', 'description', 'binds'] as const;
  return needed
    .filter((field) => entry[field] === undefined)
    .map((field) =>
      problem(
        `params.${name}.${field}`,
        `missing: nothing of the name ${name} was derived from the graph, so its manifest must say it`,
      ),
    );
}
