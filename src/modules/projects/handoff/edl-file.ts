import type { Film } from '../film/film';
import { type TimelineShot, timelineOf } from '../film/film-timeline';
import { shotParts } from './shot-parts';

/** The longest text in a comment line, in characters. */
const MAX_NAME = 200;
const SECONDS_PER_HOUR = 3600;

/** A part of a file on one channel; all times are frames. */
interface EdlEvent {
  readonly channel: 'V' | 'A';
  readonly path: string | null;
  readonly sourceStart: number;
  readonly start: number;
  readonly frames: number;
  readonly notes: readonly string[];
  /** Whether only the first frame of the part is shown, as a freeze frame. */
  readonly isHeld?: boolean;
}

/**
 * The film as a CMX 3600 edit decision list: cuts of the pictures, and the speech. Cross-fades are only comments, because
 * in this format they need frames before the first frame of a file.
 */
export function edlFile(film: Film): string {
  const events = timelineOf(film).shots.flatMap((placed) => shotEvents(placed, film.fps));
  const title = `TITLE: ${oneLine(film.title)}`;
  const blocks = events.map((event, index) => eventBlock(event, index + 1, film.fps));
  return `${[title, 'FCM: NON-DROP FRAME', '', ...blocks].join('\n')}\n`;
}

function shotEvents(placed: TimelineShot, fps: number): readonly EdlEvent[] {
  let start = placed.start;
  const pictures = shotParts(placed.shot, placed.frames, fps).map((part, index) => {
    const notes = index === 0 ? shotNotes(placed) : [];
    const isHeld = part.kind === 'held';
    const event: EdlEvent = { ...part, channel: 'V', start, notes, isHeld };
    start += part.frames;
    return event;
  });
  const { speech } = placed.shot;
  if (speech === null) return pictures;
  const delay = Math.round(speech.starts_at * fps);
  const frames = Math.min(Math.round(speech.seconds * fps), placed.frames - delay);
  const sound = { channel: 'A' as const, path: speech.path, sourceStart: 0, notes: [] };
  return frames < 1 ? pictures : [...pictures, { ...sound, start: placed.start + delay, frames }];
}

function shotNotes({ scene, shot, fadeIn }: TimelineShot): readonly string[] {
  const name = `SCENE ${scene.number} SHOT ${shot.number} ${oneLine(shot.title)}`.trim();
  return fadeIn === 0 ? [name] : [name, `CROSS-FADE OF ${2 * fadeIn} FRAMES AROUND THIS CUT`];
}

function eventBlock(event: EdlEvent, number: number, fps: number): string {
  const { path, channel, sourceStart, start, frames, notes, isHeld } = event;
  const reel = path === null ? 'BL' : 'AX';
  const times = [sourceStart, sourceStart + frames, start, start + frames];
  const columns = [
    String(number).padStart(3, '0'),
    reel.padEnd(8),
    channel.padEnd(5),
    'C'.padEnd(8),
    times.map((time) => timecode(time, fps)).join(' '),
  ];
  const comments = path === null ? notes : [`FROM CLIP NAME: ${path}`, ...notes];
  const freeze = isHeld
    ? [`M2   ${reel.padEnd(8)} 000.0 ${' '.repeat(18)}${timecode(sourceStart, fps)}`]
    : [];
  return [columns.join(' '), ...freeze, ...comments.map((comment) => `* ${comment}`)].join('\n');
}

function timecode(frames: number, fps: number): string {
  const seconds = Math.floor(frames / fps);
  const parts = [
    Math.floor(seconds / SECONDS_PER_HOUR),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
    frames % fps,
  ];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME);
