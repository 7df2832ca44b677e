import type { Caption } from '../film/film';
import { columnsOf } from './line-breaks';

/** The texts that the captions of a shot are made of. Times are seconds from the start of the shot. */
export interface ShotTexts {
  /** Shown instead of the lines, if it has any text. */
  readonly subtitle: string;
  readonly lines: readonly CaptionLine[];
  readonly seconds: number;
  /** `null`: nobody speaks; the lines share the whole shot. */
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
 * lengths are unknown share the time in proportion to their text.
 */
export function captionsOfShot(shot: ShotTexts): readonly Caption[] {
  const { starts_at, seconds } = shot.speech ?? { starts_at: 0, seconds: shot.seconds };
  if (shot.subtitle.trim() !== '')
    return [{ from: starts_at, to: starts_at + seconds, text: shot.subtitle, speaker: null }];
  const measured = shot.speech?.line_seconds;
  const lengths =
    measured?.length === shot.lines.length ? measured : estimatedLengths(shot.lines, seconds);
  let from = starts_at;
  return shot.lines.map(({ text, speaker, pause_seconds }, index) => {
    const to = from + (lengths[index] ?? 0);
    const caption = { from, to, text, speaker };
    from = to + pause_seconds;
    return caption;
  });
}

function estimatedLengths(lines: readonly CaptionLine[], seconds: number): readonly number[] {
  // At least one column, so that a line of punctuation gets some time.
  const columns = lines.map(({ text }) => Math.max(1, columnsOf(text)));
  const pauses = sum(lines.slice(0, -1).map(({ pause_seconds }) => pause_seconds));
  const spoken = Math.max(0, seconds - pauses);
  const total = sum(columns);
  return columns.map((count) => (spoken * count) / total);
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
