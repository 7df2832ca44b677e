/** Address of a file. */
export const mediaUrl = (path: string): string => `/media/${encodeURIComponent(path)}`;

/** Address of its thumbnail, whose longer side has `size` pixels. */
export const thumbnailUrl = (path: string, size: 256 | 512 = 256): string =>
  `${mediaUrl(path)}?thumbnail=${size}`;
