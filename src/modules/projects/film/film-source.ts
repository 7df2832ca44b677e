import type { Demuxer } from '../../../platform/imaging/demuxer';
import type { Film } from './film';

/** Where a file of the catalogue is on the disk. */
export interface FilmSource {
  /** Absolute. */
  readonly file: string;
  /** `null` for pictures. */
  readonly demuxer: Demuxer | null;
  /** In pixels; `null` where unknown, and for sound. */
  readonly width: number | null;
  readonly height: number | null;
}

/** The sources of a film by their paths in the catalogue. */
export type FilmSources = ReadonlyMap<string, FilmSource>;

/** Paths of all media that a film is made of, each once. */
export function pathsOf({ scenes, music, narration }: Film): readonly string[] {
  const shots = scenes.flatMap((scene) => scene.shots);
  const files = shots.flatMap(({ picture, speech }) => [picture, speech]);
  return [...new Set([...files, music, narration].flatMap((one) => (one ? [one.path] : [])))];
}
