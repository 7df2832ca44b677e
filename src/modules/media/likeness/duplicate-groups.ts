import type { NearDuplicate } from '../entities/near-duplicate.entity';

/** What one request merges or calls distinct. */
export const MAX_GROUP = 64;

/**
 * The groups of these assets: what each is paired with, and what those are paired with in turn, without anything that is
 * distinct from a member. An asset has no group of its own if nothing or something newer belongs to it.
 */
export function groupsOf(newest: readonly number[], pairs: readonly NearDuplicate[]): number[][] {
  const linked = othersByPosition(pairs.filter((pair) => !pair.is_distinct));
  const distinct = othersByPosition(pairs.filter((pair) => pair.is_distinct));
  return newest.map((one) => groupOf(one, linked, distinct)).filter(({ length }) => length > 1);
}

function groupOf(newest: number, linked: OthersByPosition, distinct: OthersByPosition): number[] {
  const members = new Set([newest]);
  const fits = (other: number): boolean =>
    members.size < MAX_GROUP && !distinct(other).some((one) => members.has(one));
  // A set iterates over what is added meanwhile, too.
  for (const member of members)
    for (const other of linked(member)) {
      if (!fits(other)) continue;
      if (other > newest) return [];
      members.add(other);
    }
  return [...members];
}

type OthersByPosition = (position: number) => readonly number[];

function othersByPosition(pairs: readonly NearDuplicate[]): OthersByPosition {
  const others = new Map<number, number[]>();
  const add = (one: number, other: number): void => {
    const list = others.get(one) ?? [];
    list.push(other);
    others.set(one, list);
  };
  for (const { smaller, larger } of pairs) {
    add(smaller, larger);
    add(larger, smaller);
  }
  return (position) => others.get(position) ?? [];
}
