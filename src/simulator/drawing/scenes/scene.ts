import type { SeededRandom } from '../picture-spec';
import type { Palette } from '../palette';
import type { Size } from '../picture';

/** What a scene is drawn from. */
export interface SceneInput {
  readonly size: Size;
  readonly palette: Palette;
  /** The same for all pictures of one subject: what kind of thing it is. */
  readonly subject: SeededRandom;
  /** Different for each picture: where things are. */
  readonly detail: SeededRandom;
  /** How much there is to see, 0 to 1; more steps of sampling give more. */
  readonly richness: number;
}

/** Draws the inside of an SVG. */
export type Scene = (input: SceneInput) => string;
