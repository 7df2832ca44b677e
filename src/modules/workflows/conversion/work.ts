import { Unconvertible } from './conversion';

/** Some fifty times what the largest public workflow takes; about a second of one processor. */
const MOST_WORK = 20_000_000;

/**
 * What a conversion may cost. Whatever can grow faster than the file (ways through links, instances written out, values
 * lined up with inputs) is paid for here, item by item, so that no file occupies the service for longer than a moment.
 */
export class Work {
  private left = MOST_WORK;

  /** @throws Unconvertible when there is none left */
  spend(items: number): void {
    this.left -= items;
    if (this.left < 0)
      throw new Unconvertible('its links and values are too tangled to follow within bounds');
  }
}
