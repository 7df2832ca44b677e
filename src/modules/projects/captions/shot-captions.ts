import type { Caption } from '../film/film';
import { columnsOf } from './line-breaks';

/** The texts that the captions of a shot are made of. Times are seconds from the start of the shot. */
export interface ShotTexts {
  /** Shown instead of the lines, if it has any text. */
  readonly subtitle: string;
  readonly lines: readonly CaptionLine[];
  readonly seconds: number;
  /** `null`: nobody speaks; the lines and pauses share the whole shot. */
  readonly speech: SpeechTimes | null;
}

export interface CaptionLine {
  readonly text: string;
  /** Name of who says it; `null` for the narrator. */
  readonly speaker: string | null;
  /** Silence after the line. */
  readonly pause_seconds: number;
}

/** When the speech of a shot is heard. */
export interface SpeechTimes {
  readonly starts_at: number;
  readonly seconds: number;
  /** How long each line is, without its pause; `null` where only the whole is known. */
  readonly line_seconds: readonly number[] | null;
}

/**
 * The captions of a shot: its subtitle for as long as somebody speaks, else each line while it is spoken. Lines whose
 * lengths are unknown share the time in proportion to their text; the pauses between them take at most half of it.
 */
export function captionsOfShot(shot: ShotTexts): readonly Caption[] {
  const { starts_at, seconds } = shot.speech ?? { starts_at: 0, seconds: shot.seconds };
  if (shot.subtitle.trim() !== '')
    return [{ from: starts_at, to: starts_at + seconds, text: shot.subtitle, speaker: null }];
  const measured = shot.speech?.line_seconds;
  const { lengths, pauseScale } =
    measured?.length === shot.lines.length
      ? { lengths: measured, pauseScale: 1 }
      : estimatedTimes(shot.lines, seconds);
  let from = starts_at;
  return shot.lines.map(({ text, speaker, pause_seconds }, index) => {
    const to = from + (lengths[index] ?? 0);
    const caption = { from, to, text, speaker };
    from = to + pause_seconds * pauseScale;
    return caption;
  });
}

function estimatedTimes(
  lines: readonly CaptionLine[],
  seconds: number,
): { readonly lengths: readonly number[]; readonly pauseScale: number } {
  // At least one column, so that a line of punctuation gets some time.
  const columns = lines.map(({ text }) => Math.max(1, columnsOf(text)));
  const pauses = sum(lines.slice(0, -1).map(({ pause_seconds }) => pause_seconds));
  const pauseScale = Math.min(1, seconds / 2 / pauses);
  const spoken = seconds - pauses * pauseScale;
  const total = sum(columns);
  return { lengths: columns.map((count) => (spoken * count) / total), pauseScale };
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
