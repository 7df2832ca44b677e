/** Address of a file. */
export const mediaUrl = (path: string): string => `/media/${encodeURIComponent(path)}`;

/** Address of its thumbnail. */
export const thumbnailUrl = (path: string): string => `${mediaUrl(path)}?thumbnail=256`;
