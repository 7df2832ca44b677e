/** Where a file is fetched. Paths need no encoding: they are minted so. */
export const mediaUrl = (path: string): string => `/media/${path}`;

/** Where its small picture is fetched. */
export const thumbnailUrl = (path: string): string => `${mediaUrl(path)}?thumbnail=512`;
