import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { ShotLineDto } from '../dto/shot.request';
import { NARRATOR, type ShotLine } from '../records/shot.entity';

/** The fields of a request that set the lines of a shot. */
export interface SentLines {
  readonly lines?: readonly ShotLineDto[] | null | undefined;
  readonly dialogue?: string | null | undefined;
  readonly speaker?: string | null | undefined;
}

/**
 * The lines that a request sets; undefined if it leaves them unchanged.
 * @param before the present lines of the shot
 * @throws ValidationFailed
 */
export function sentLines(
  { lines, dialogue, speaker }: SentLines,
  before: readonly ShotLine[],
): readonly ShotLine[] | undefined {
  if (lines) {
    requireNoShorthand(lines, dialogue ?? undefined, speaker ?? undefined);
    return lines.map(lineOf);
  }
  return linesOfShorthand({ lines, dialogue, speaker }, before);
}

function linesOfShorthand(
  { lines, dialogue, speaker }: SentLines,
  before: readonly ShotLine[],
): readonly ShotLine[] | undefined {
  if (dialogue) return [oneLine(before, dialogue, speaker ?? undefined)];
  if (dialogue === '' || lines === null || dialogue === null || speaker === null) return [];
  return speaker === undefined ? undefined : [oneLine(before, undefined, speaker)];
}

/** `dialogue` and `speaker` of an answer: null for both unless there is exactly one line. */
export function shorthandOf(lines: readonly ShotLine[]): {
  readonly dialogue: string | null;
  readonly speaker: string | null;
} {
  const [line, ...more] = lines;
  if (!line || more.length > 0) return { dialogue: null, speaker: null };
  return { dialogue: line.text, speaker: line.speaker };
}

const lineOf = ({ speaker, text, pause_seconds }: ShotLineDto): ShotLine => ({
  speaker,
  text,
  pause_seconds: pause_seconds ?? 0,
});

/** Refuses `lines` together with `dialogue` or `speaker`, unless they agree as in an answer that is sent back. */
function requireNoShorthand(
  lines: readonly ShotLineDto[],
  dialogue: string | undefined,
  speaker: string | undefined,
): void {
  if (dialogue === undefined && speaker === undefined) return;
  const shorthand = shorthandOf(lines.map(lineOf));
  if (dialogue === shorthand.dialogue && speaker === shorthand.speaker) return;
  const name = dialogue === undefined ? 'speaker' : 'dialogue';
  throw ValidationFailed.at(['body', name], 'Send either `lines` or `dialogue` with `speaker`.');
}

function oneLine(
  before: readonly ShotLine[],
  dialogue: string | undefined,
  speaker: string | undefined,
): ShotLine {
  const [line] = before.length === 1 ? before : [];
  const text = dialogue ?? line?.text;
  if (text === undefined)
    throw ValidationFailed.at(
      ['body', 'speaker'],
      'Send `dialogue`, too, or `lines`: the shot has not exactly one line.',
    );
  return {
    speaker: speaker ?? line?.speaker ?? NARRATOR,
    text,
    pause_seconds: line?.pause_seconds ?? 0,
  };
}
