import type { EntityManager } from 'typeorm';
import type { OwnerFilter } from '../../../platform/access/scope';
import { hashDistance, type PerceptualHash } from '../../../platform/imaging/perceptual-hash';
import type { MediaAsset } from '../entities/media-asset.entity';

/** Assets whose part of the hash is the same, the newest first, and those where it differs in one bit. */
const MAX_EQUAL = 200;
const MAX_ONE_BIT_OFF = 500;

const PARTS = ['hash_1', 'hash_2', 'hash_3', 'hash_4'] as const;
const PART_BITS = 16;

/** Another asset whose hash differs in few bits. */
export interface HashNeighbour {
  readonly position: number;
  readonly distance: number;
}

type HashRow = Record<'position' | (typeof PARTS)[number], string | number>;

/** The perceptual hash of an asset; `null` if it has none. */
export function hashOf(asset: MediaAsset): PerceptualHash | null {
  const [one, two, three, four] = PARTS.map((part) => asset[part]);
  if (one == null || two == null || three == null || four == null) return null;
  return [one, two, three, four];
}

/**
 * Finds assets outside of the trash by their perceptual hash. Hashes that differ in up to 7 of 64 bits have a part of 16
 * bits that differs in at most one, so looking up the four parts and their one-bit neighbours misses none of them.
 * Further ones are found where a part happens to agree. Each lookup is bounded, so that a library full of equal pictures
 * costs no more than another; then some neighbours are missed.
 * @param maxDistance in bits
 * @returns the nearest first, those of the same distance newest first
 */
export async function hashNeighbours(
  manager: EntityManager,
  owner: OwnerFilter | { readonly all: false; readonly ownerId: null },
  hash: PerceptualHash,
  maxDistance: number,
): Promise<HashNeighbour[]> {
  const ownerId = owner.all ? null : owner.ownerId;
  const ofNobody = owner.all ? '' : 'owner_id IS NULL AND ';
  const scope = ownerId === null ? ofNobody : 'owner_id = $1 AND ';
  const bits = hash.flatMap((part) => [
    part,
    ...Array.from({ length: PART_BITS }, (_, bit) => part ^ (1 << bit)),
  ]);
  const parameters = ownerId === null ? bits : [ownerId, ...bits];
  const rows = await manager.query<HashRow[]>(lookups(scope), parameters);
  const distances = new Map(
    rows.map((row) => [
      Number(row.position),
      hashDistance(hash, [
        Number(row.hash_1),
        Number(row.hash_2),
        Number(row.hash_3),
        Number(row.hash_4),
      ]),
    ]),
  );
  return [...distances]
    .map(([position, distance]) => ({ position, distance }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance || b.position - a.position);
}

/** The same text for each hash, so that the database parses it once. Parameters: the owner, if any, and the bits. */
function lookups(scope: string): string {
  let last = scope.includes('$1') ? 1 : 0;
  const next = (count: number): string =>
    Array.from({ length: count }, () => `$${(last += 1)}`).join(', ');
  return PARTS.flatMap((part) => [
    `${lookup(part, scope, next(1))} ORDER BY position DESC LIMIT ${MAX_EQUAL}`,
    `${lookup(part, scope, next(PART_BITS))} LIMIT ${MAX_ONE_BIT_OFF}`,
  ])
    .map((one, at) => `SELECT * FROM (${one}) lookup_${at}`)
    .join(' UNION ALL ');
}

const lookup = (part: string, scope: string, values: string): string =>
  `SELECT position, ${PARTS.join(', ')} FROM media_assets ` +
  `WHERE ${scope}${part} IN (${values}) AND ${part} IS NOT NULL AND trashed_at IS NULL`;
