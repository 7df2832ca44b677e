import type { LocatedFile } from '../../media/public/derived-media';
import type { Film } from './film';

/** The sources of a film by their paths in the catalogue. */
export type FilmSources = ReadonlyMap<string, LocatedFile>;

/** Paths of all media that a film is made of, each once. */
export function pathsOf({ scenes, music, narration }: Film): readonly string[] {
  const shots = scenes.flatMap((scene) => scene.shots);
  const files = shots.flatMap(({ picture, speech }) => [picture, speech]);
  return [...new Set([...files, music, narration].flatMap((one) => (one ? [one.path] : [])))];
}
