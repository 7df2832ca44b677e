/** Edges of the squares that thumbnails fit into, in pixels. */
export const THUMBNAIL_EDGES = [256, 512, 1024, 2048] as const;

export type ThumbnailEdge = (typeof THUMBNAIL_EDGES)[number];

/** Thumbnails that every picture and video gets when it arrives. */
export const INTAKE_EDGES: readonly ThumbnailEdge[] = [256, 512];

/** Where a file is fetched. Stored paths need no encoding. */
export const mediaUrl = (path: string, isTrashed = false): string =>
  `/media/${path}${isTrashed ? '?trashed=true' : ''}`;

/** Where its thumbnail is fetched. */
export const thumbnailUrl = (path: string, isTrashed: boolean): string =>
  `/media/${path}?thumbnail=512${isTrashed ? '&trashed=true' : ''}`;
