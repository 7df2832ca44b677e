import type { Film, FilmPicture, FilmShot } from '../../src/modules/projects/film/film';

/** Films for tests, whose media the test makes. */

/** Frames per second and size of {@link film}. */
export const FPS = 10;
export const WIDTH = 64;
export const HEIGHT = 36;

export const still = (path: string): FilmPicture => ({ kind: 'still', path, zoom: 'none' });
/** A clip with sound that is kept. */
export const clip = (path: string, seconds: number, part: object = {}): FilmPicture => ({
  kind: 'clip',
  path,
  seconds,
  has_sound: true,
  sound: 'keep',
  ...part,
});
export const shot = (
  number: number,
  seconds: number,
  picture: FilmPicture | null,
  part: Partial<FilmShot> = {},
): FilmShot => ({
  id: `sht_${number}`,
  number,
  title: '',
  seconds,
  picture,
  speech: null,
  captions: [],
  ...part,
});
/** A small film with one scene. */
export const film = (shots: readonly FilmShot[], part: Partial<Film> = {}): Film => ({
  title: 'Film',
  width: WIDTH,
  height: HEIGHT,
  fps: FPS,
  transition_seconds: 0,
  scenes: [{ id: 'scn_1', number: 1, title: 'One', shots }],
  music: null,
  narration: null,
  subtitles: 'none',
  ...part,
});
