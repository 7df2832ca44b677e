import type { PictureRenditions } from '../../../platform/imaging/image-work';
import type { ThumbnailEdge } from '../catalogue/media-url';
import type { MediaAsset } from '../entities/media-asset.entity';

/** The columns of an asset that are computed from its picture. */
export type RenditionColumns = Pick<
  MediaAsset,
  'placeholder' | 'hash_1' | 'hash_2' | 'hash_3' | 'hash_4'
>;

/** Small versions of a picture, or of a frame of a video. */
export interface Renditions {
  /** WebP files. */
  readonly thumbnails: ReadonlyMap<ThumbnailEdge, Buffer>;
  readonly columns: RenditionColumns;
}

const NO_HASH = { hash_1: null, hash_2: null, hash_3: null, hash_4: null };

/** The columns of a file that is still to be rendered. */
export const NOT_RENDERED: RenditionColumns = { placeholder: null, ...NO_HASH };

/** The columns of a file that can't be rendered: it isn't tried again. */
export const UNRENDERABLE: RenditionColumns = { placeholder: '', ...NO_HASH };

/** @param edges of the thumbnails, in the order in which they were rendered */
export function renditionsOf(
  edges: readonly ThumbnailEdge[],
  { thumbnails, placeholder, hash }: PictureRenditions,
): Renditions {
  return {
    thumbnails: new Map(edges.map((edge, at) => [edge, Buffer.from(thumbnails[at] ?? [])])),
    columns: {
      placeholder: Buffer.from(placeholder).toString('base64'),
      ...(hash ? { hash_1: hash[0], hash_2: hash[1], hash_3: hash[2], hash_4: hash[3] } : NO_HASH),
    },
  };
}
