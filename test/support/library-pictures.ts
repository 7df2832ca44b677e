import type { MediaRecord } from './library-client';

/** The state of a picture that requests change. */
export interface Picture {
  readonly trashed: boolean;
  readonly tags: ReadonlySet<string>;
  readonly rating: number;
  readonly favourite: boolean;
  readonly collected: boolean;
}
/** By the SHA-256 of their bytes. */
export type Pictures = ReadonlyMap<string, Picture>;
/** `null` for a picture that is deleted for good. */
export type ChangePicture = (picture: Picture) => Picture | null;

export const NEW_PICTURE: Picture = {
  trashed: false,
  tags: new Set(),
  rating: 0,
  favourite: false,
  collected: false,
};

/** @param collected paths of what the collection holds */
export function pictureOf(record: MediaRecord, collected: ReadonlySet<string>): Picture {
  const { path, trashed_at, tags, rating, favourite } = record;
  return {
    trashed: trashed_at !== null,
    tags: new Set(tags),
    rating,
    favourite,
    collected: collected.has(path),
  };
}

export function changed(
  pictures: Pictures,
  selected: readonly string[],
  change: ChangePicture,
): Map<string, Picture> {
  const entries = [...pictures].flatMap(([sha256, picture]): [string, Picture][] => {
    const after = selected.includes(sha256) ? change(picture) : picture;
    return after ? [[sha256, after]] : [];
  });
  return new Map(entries);
}

/** The expected pictures after a merge: the kept one gets the tags and ratings of all, and the others go to the trash. */
export function merged(pictures: Pictures, keep: string, others: readonly string[]): Pictures {
  const all = [keep, ...others].flatMap((sha256) => pictures.get(sha256) ?? []);
  const trash = (picture: Picture): Picture => ({ ...picture, trashed: true });
  return changed(pictures, others, trash).set(keep, {
    trashed: false,
    tags: new Set(all.flatMap(({ tags }) => [...tags])),
    rating: Math.max(...all.map(({ rating }) => rating)),
    favourite: all.some(({ favourite }) => favourite),
    collected: all.some(({ collected }) => collected),
  });
}
