/**
 * The item after (1) or before (-1) another one, in the list of the page that opened the lightbox; undefined at its
 * end.
 */
export type LightboxNeighbours = (
  path: string,
  step: 1 | -1,
) => string | undefined | Promise<string | undefined>;

let current: LightboxNeighbours | undefined;

export function setNeighbours(neighbours: LightboxNeighbours | undefined): void {
  current = neighbours;
}

/** What the page in view has set; undefined after a deep link to a page without a list. */
export const neighbours = (): LightboxNeighbours | undefined => current;
