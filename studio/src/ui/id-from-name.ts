const MAX_ID = 64;

/** An id that reads like the name: `Film crew 2` becomes `film-crew-2`. Empty for a name without Latin letters and digits. */
export const idFromName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^[-_]+|-+$/g, '')
    .slice(0, MAX_ID);
