import type { MediaMetadataDto } from '../dto/media-metadata.dto';
import type { LabelKind } from '../entities/media-label.entities';
import type { MediaItem, MediaLabel } from '../index/media-item';

/** The item with the sent fields; omitted ones are unchanged, null resets. */
export function withMetadata(item: MediaItem, metadata: MediaMetadataDto): MediaItem {
  const { description, tags, character_ids, favourite, rating } = metadata;
  const { included_in_training_dataset: isIncluded } = metadata;
  return {
    ...item,
    asset: {
      ...item.asset,
      ...(description === undefined ? {} : { description: description ?? '' }),
      ...(isIncluded === undefined ? {} : { included_in_training_dataset: isIncluded ?? false }),
      ...(favourite === undefined ? {} : { favourite: favourite ?? false }),
      ...(rating === undefined ? {} : { rating: rating ?? 0 }),
    },
    labels: withLabels(withLabels(item.labels, 'tag', tags), 'character', character_ids),
  };
}

/** Replaces the labels of a kind; `undefined` leaves them. */
function withLabels(
  labels: readonly MediaLabel[],
  kind: LabelKind,
  values: readonly string[] | null | undefined,
): readonly MediaLabel[] {
  if (values === undefined) return labels;
  const replaced = [...new Set(values)].sort().map((value) => ({ kind, value }));
  return [...labels.filter((label) => label.kind !== kind), ...replaced];
}
