import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { MAX_LABELS } from '../dto/media-metadata.dto';
import type { LabelKind } from '../entities/media-label.entities';
import type { MediaItem, MediaLabel } from '../index/media-item';

/** Labels that people give; models and LoRAs belong to the file that they made. */
const MERGED_KINDS: readonly LabelKind[] = ['tag', 'character', 'dataset'];

/** Lists read the origins of each of their media. */
const MAX_ORIGINS = 200;

/** The kept item with the labels and judgements of all of them. @throws ValidationFailed */
export function mergedItem(kept: MediaItem, others: readonly MediaItem[]): MediaItem {
  const all = [kept, ...others];
  const assets = all.map(({ asset }) => asset);
  const { path, description } = kept.asset;
  const described = assets.find((asset) => asset.description !== '');
  const added = others.flatMap(({ labels }) =>
    labels.filter(({ kind }) => MERGED_KINDS.includes(kind)),
  );
  const origins = all.flatMap((item) => item.origins);
  const paths = new Set(assets.map((asset) => asset.path));
  const labels = unique([...kept.labels, ...added]);
  for (const kind of MERGED_KINDS) requireFewLabels(labels, kind);
  return {
    asset: {
      ...kept.asset,
      description: described?.description ?? description,
      favourite: assets.some(({ favourite }) => favourite),
      rating: Math.max(...assets.map(({ rating }) => rating)),
      included_in_training_dataset: assets.some((asset) => asset.included_in_training_dataset),
    },
    labels,
    origins: [...new Set(origins)]
      .filter((origin) => origin !== path && !paths.has(origin))
      .slice(0, MAX_ORIGINS),
    collections: [...new Set(all.flatMap(({ collections }) => collections))],
  };
}

function unique(labels: readonly MediaLabel[]): MediaLabel[] {
  return [...new Map(labels.map((label) => [`${label.kind} ${label.value}`, label])).values()];
}

function requireFewLabels(labels: readonly MediaLabel[], kind: LabelKind): void {
  if (labels.filter((label) => label.kind === kind).length > MAX_LABELS)
    throw ValidationFailed.at(
      ['body', 'merge'],
      `Together they have more than ${MAX_LABELS} labels of the kind ${kind}. Remove some first, or merge fewer.`,
    );
}
