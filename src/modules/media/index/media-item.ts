import type { MediaAsset } from '../entities/media-asset.entity';
import type { LabelKind } from '../entities/media-label.entities';

export interface MediaLabel {
  readonly kind: LabelKind;
  readonly value: string;
}

/** An asset with everything that the library finds it by. */
export interface MediaItem {
  readonly asset: MediaAsset;
  readonly labels: readonly MediaLabel[];
  /** Paths of what it was made from, in the order in which they were used. */
  readonly origins: readonly string[];
  /** Ids of the manual collections that it is in. */
  readonly collections: readonly string[];
}

export const labelsOf = (item: Pick<MediaItem, 'labels'>, kind: LabelKind): string[] =>
  item.labels.filter((label) => label.kind === kind).map(({ value }) => value);
