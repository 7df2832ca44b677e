import type { RetentionRule } from '../../../platform/config/app-config';
import type { MediaAsset } from '../entities/media-asset.entity';

/** A rule with its age as a time. */
export interface DueRule {
  readonly rule: RetentionRule;
  /** ISO 8601. Assets from before are old enough. */
  readonly before: string;
}

/** What the rules look at. */
export type RetainedAsset = Pick<
  MediaAsset,
  | 'path'
  | 'owner_id'
  | 'created_at'
  | 'type'
  | 'source'
  | 'rating'
  | 'favourite'
  | 'included_in_training_dataset'
  | 'trashed_at'
>;

/** Whether any of the rules moves the asset to the trash. Pure. */
export function isDue(rules: readonly DueRule[], asset: RetainedAsset): boolean {
  if (asset.trashed_at !== null || asset.included_in_training_dataset) return false;
  return rules.some(
    ({ rule, before }) =>
      asset.created_at < before &&
      (rule.type === null || rule.type === asset.type) &&
      (rule.source === null || rule.source === asset.source) &&
      (!rule.unrated || asset.rating === 0) &&
      (!rule.not_favourite || !asset.favourite),
  );
}
