import { hashDistance, MAX_LIKENESS_DISTANCE } from '../../../platform/imaging/perceptual-hash';
import { FEW_PICTURES } from '../config/run-findings';
import type { Size } from '../config/picture-buckets';
import { captionName } from '../datasets/dataset-files.store';
import type { Likeness } from './picture-inspection.service';

/** A picture of a dataset, as far as it can be read. */
export interface InspectedPicture {
  readonly name: string;
  readonly size: Size | null;
  readonly likeness: Likeness;
  /** `null` if it can't be read. */
  readonly caption: string | null;
}

/** A problem of a dataset. */
export interface DatasetWarning {
  readonly code: string;
  readonly message: string;
  /** Names of the pictures. */
  readonly pictures: readonly string[];
}

/** The settings of a run that the checks of captions and sizes depend on. */
export interface WarningOptions {
  readonly triggerWord: string | undefined;
  /** The resolutions that the pictures are trained at. */
  readonly resolutions: readonly number[];
}

/** The largest accepted factor between the aspect ratio of a picture and the median. */
const MAX_SHAPE_RATIO = 2;

/** Problems of the pictures and captions that may spoil a training run. */
export function warningsOfPictures(
  pictures: readonly InspectedPicture[],
  { triggerWord, resolutions }: WarningOptions,
): DatasetWarning[] {
  const smallest = Math.min(...resolutions);
  const named = (matches: (picture: InspectedPicture) => boolean): string[] =>
    pictures.filter(matches).map(({ name }) => name);
  const warnings: DatasetWarning[] = [
    {
      code: 'unreadable',
      message: 'These files cannot be decoded: the toolkit leaves them out, or fails on them.',
      pictures: named(({ size, likeness }) => size === null || likeness === null),
    },
    {
      code: 'small_pictures',
      message: `These pictures have fewer pixels than ${smallest} × ${smallest}: they are trained at their own size, without the details of larger ones.`,
      pictures: named(({ size }) => size !== null && size.width * size.height < smallest ** 2),
    },
    {
      code: 'mixed_shapes',
      message: 'These pictures are far wider or taller than most of the others.',
      pictures: oddShapes(pictures),
    },
    ...likeGroups(pictures).map((group) => ({
      code: 'near_duplicates',
      message: 'These pictures look alike: keep one, or the LoRA learns it by heart.',
      pictures: group,
    })),
    {
      code: 'captions_missing',
      message: 'These pictures have no caption: they are trained on the trigger word alone.',
      pictures: named(({ caption }) => caption === ''),
    },
    {
      code: 'captions_unreadable',
      message: 'The captions of these pictures are too long, or not UTF-8: write them again.',
      pictures: named(({ caption }) => caption === null),
    },
    {
      code: 'trigger_missing',
      message:
        'These captions have no [trigger] and no trigger word: the toolkit puts it in front of them.',
      pictures: withoutTrigger(pictures, triggerWord),
    },
    {
      code: 'shared_caption',
      message: 'These pictures have one name in several formats, so they share a caption.',
      pictures: sharing(pictures),
    },
  ].filter((warning) => warning.pictures.length > 0);
  if (pictures.length >= FEW_PICTURES) return warnings;
  const message = `The dataset has fewer than ${FEW_PICTURES} pictures.`;
  return [{ code: 'few_pictures', message, pictures: [] }, ...warnings];
}

/** Pictures whose shape is far from the median. */
function oddShapes(pictures: readonly InspectedPicture[]): string[] {
  const shapes = pictures.flatMap(({ name, size }) =>
    size ? [{ name, ratio: size.width / size.height }] : [],
  );
  const sorted = shapes.map(({ ratio }) => ratio).toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? 1;
  return shapes
    .filter(({ ratio }) => Math.max(ratio / median, median / ratio) > MAX_SHAPE_RATIO)
    .map(({ name }) => name);
}

/** Groups of two and more: pictures that look like another of their group. */
function likeGroups(pictures: readonly InspectedPicture[]): string[][] {
  const groups: { names: string[]; hashes: NonNullable<NonNullable<Likeness>['hash']>[] }[] = [];
  for (const { name, likeness } of pictures) {
    const hash = likeness?.hash;
    if (!hash) continue;
    const alike = groups.filter(({ hashes }) =>
      hashes.some((other) => hashDistance(hash, other) <= MAX_LIKENESS_DISTANCE),
    );
    for (const group of alike) groups.splice(groups.indexOf(group), 1);
    groups.push({
      names: [...alike.flatMap(({ names }) => names), name],
      hashes: [...alike.flatMap(({ hashes }) => hashes), hash],
    });
  }
  return groups.map(({ names }) => names.sort()).filter(({ length }) => length > 1);
}

/** Without a trigger word, `[trigger]` is only missed where other captions have it. */
function withoutTrigger(
  pictures: readonly InspectedPicture[],
  triggerWord: string | undefined,
): string[] {
  const hasTrigger = ({ caption }: InspectedPicture): boolean =>
    caption !== null &&
    (caption.includes('[trigger]') || (triggerWord !== undefined && caption.includes(triggerWord)));
  if (triggerWord === undefined && !pictures.some(hasTrigger)) return [];
  return pictures
    .filter((picture) => picture.caption && !hasTrigger(picture))
    .map(({ name }) => name);
}

function sharing(pictures: readonly InspectedPicture[]): string[] {
  const counts = new Map<string, number>();
  for (const { name } of pictures)
    counts.set(captionName(name), (counts.get(captionName(name)) ?? 0) + 1);
  return pictures
    .map(({ name }) => name)
    .filter((name) => (counts.get(captionName(name)) ?? 0) > 1);
}
