/** Edges of the squares that thumbnails fit into, in pixels. */
export const THUMBNAIL_EDGES = [256, 512] as const;

export type ThumbnailEdge = (typeof THUMBNAIL_EDGES)[number];
