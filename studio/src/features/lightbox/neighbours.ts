export interface NeighbourPaths {
  readonly previous: string | null;
  readonly next: string | null;
}

/** The items before and after one in the list of the page below; undefined if that list doesn't hold it, or not yet. */
export type LightboxNeighbours = (
  path: string,
) => NeighbourPaths | undefined | Promise<NeighbourPaths | undefined>;

let current: LightboxNeighbours | undefined;

export function setNeighbours(neighbours: LightboxNeighbours | undefined): void {
  current = neighbours;
}

/** What the page in view has set; undefined after a deep link to a page without a list. */
export const neighbours = (): LightboxNeighbours | undefined => current;
