import type { Film } from './film';
import { timelineOf } from './film-timeline';

/** Title and chapters in ffmpeg's format `ffmetadata`. Each scene with shots is a chapter. */
export function metadataFile(film: Film): string {
  const { shots, frames } = timelineOf(film);
  const scenes = film.scenes.filter((scene) => scene.shots.length > 0);
  const starts = scenes.map((scene) => shots.find((one) => one.scene === scene)?.start ?? 0);
  const chapters = scenes.map(({ title, number }, index) => [
    '[CHAPTER]',
    `TIMEBASE=1/${film.fps}`,
    `START=${starts[index] ?? 0}`,
    `END=${starts[index + 1] ?? frames}`,
    `title=${escaped(title.trim() || `Scene ${number}`)}`,
  ]);
  return [';FFMETADATA1', `title=${escaped(film.title)}`, ...chapters.flat(), ''].join('\n');
}

/** Puts a text on one line and a backslash before the characters that the format uses itself. */
const escaped = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[=;#\\]/g, (character) => `\\${character}`);
