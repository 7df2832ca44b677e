import { ownValue } from '../../../platform/json';
import type { Workflow } from './workflow';

/** A range of consecutive seeds for random choice. */
export interface SeedRange {
  readonly lowest: number;
  readonly count: number;
}

/** The range of random seeds for runs without a seed; `null` when the workflow has none. */
export function seedRange({ params }: Pick<Workflow, 'params'>): SeedRange | null {
  const seed = ownValue(params, 'seed');
  if (!seed) return null;
  const lowest = Math.max(seed.minimum ?? 0, 0);
  const highest = Math.min(seed.maximum ?? Number.MAX_SAFE_INTEGER, lowest + MAX_SEEDS - 1);
  return { lowest, count: highest - lowest + 1 };
}

/** The largest range that a random source supports, and more than enough. */
const MAX_SEEDS = 2 ** 48;
