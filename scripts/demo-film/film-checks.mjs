import { UserError } from '../tooling/project.mjs';
import { changedPixels, difference, greyFrames, loudness, probe, tool } from './pictures.mjs';
import { SCENES, SCRIPTS } from './story.mjs';

const FPS = 24;
const TARGET_LUFS = -16;
/** Small pictures say what is shown, and forgive how it was encoded. */
const SMALL = { width: 64, height: 36 };
const FULL = { width: 854, height: 480 };
/** Of two encodings of the same picture, far less; of two pictures, far more. */
const MAX_DIFFERENCE = 12;
/** Of one letter, more. */
const MIN_CHANGED_PIXELS = 150;

/**
 * Holds the finished films against their sources.
 * @param shots with `frames` (their length), `source` (file), `isClip`, `title`, `subtitle`, `lines`
 * @throws UserError that names the first check that fails
 */
export function checkFilm({ soft, burned, shots }) {
  const starts = [0];
  for (const { frames } of shots) starts.push(starts.at(-1) + frames);
  checkStreams(soft, starts.at(-1) / FPS, shots.length);
  checkSubtitles(soft, shots);
  checkLoudness(soft);
  checkCuts(soft, shots, starts);
  checkScripts({ soft, burned }, shots, starts);
}

function checkStreams(file, seconds, count) {
  const { format, streams, chapters } = probe(file);
  const duration = Number(format.duration);
  const frames = Math.abs(duration - seconds) * FPS;
  check(frames < count, `it takes ${duration.toFixed(2)} s, as its shots do`, `${seconds} s`);
  const kinds = streams.map(({ codec_type, codec_name }) => `${codec_type} ${codec_name}`);
  const wanted = ['video h264', 'audio aac', 'subtitle mov_text'];
  const hasStreams = wanted.every((kind, index) => kinds[index] === kind);
  check(hasStreams, `its streams are ${kinds.slice(0, wanted.length).join(', ')}`, wanted);
  const titles = chapters.map(({ tags }) => tags.title).join(', ');
  const scenes = SCENES.map(({ scene }) => scene.title).join(', ');
  check(titles === scenes, `its chapters are ${titles}`, scenes);
}

function checkSubtitles(file, shots) {
  const srt = tool('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:s:0', '-f', 'srt', 'pipe:1']);
  const shown = srt.output.toString().replaceAll('\n', ' ');
  const texts = shots.flatMap(({ subtitle, lines }) =>
    subtitle ? [subtitle] : lines.map((line) => line.text),
  );
  const missing = texts.filter((text) => !shown.includes(text));
  check(missing.length === 0, `its track of captions has all ${texts.length}`, missing);
}

function checkLoudness(file) {
  const lufs = loudness(file);
  check(Math.abs(lufs - TARGET_LUFS) <= 1, `its loudness is ${lufs} LUFS`, `${TARGET_LUFS} ± 1`);
}

/** The frames on both sides of each cut show the sources of their shots, and not those of their neighbours. */
function checkCuts(file, shots, starts) {
  const ends = shots.flatMap((_, index) => [starts[index], starts[index + 1] - 1]);
  const film = greyFrames(file, ends, SMALL);
  const lastOf = ({ isClip, frames }) => (isClip ? frames - 1 : 0);
  const sources = shots.map((shot) => greyFrames(shot.source, [0, lastOf(shot)], SMALL));
  const distances = shots.flatMap((shot, index) => {
    const sides = [
      { shown: starts[index], frame: 0, neighbour: sources[index - 1] },
      { shown: starts[index + 1] - 1, frame: lastOf(shot), neighbour: sources[index + 1] },
    ];
    return sides.map(({ shown, frame, neighbour }) => {
      const own = difference(film.get(shown), sources[index].get(frame));
      const other = neighbour ? difference(film.get(shown), neighbour.get(0)) : Infinity;
      if (own <= MAX_DIFFERENCE && own < other) return own;
      const found = `${own.toFixed(1)} from its source and ${other.toFixed(1)} from its neighbour`;
      throw wrong(`frame ${shown} differs by ${found}`, `at most ${MAX_DIFFERENCE} of 255`);
    });
  });
  const most = Math.max(...distances).toFixed(1);
  console.log(
    `  both sides of its ${shots.length - 1} cuts show their sources (${most} of 255 apart)`,
  );
}

/** Captions are drawn: the same frame without them differs, near the lower edge and nowhere else. */
function checkScripts({ soft, burned }, shots, starts) {
  const captioned = shots.flatMap(({ title, frames }, index) =>
    SCRIPTS[title]
      ? [{ script: SCRIPTS[title], middle: starts[index] + Math.floor(frames / 2) }]
      : [],
  );
  const [blank, drawn] = [soft, burned].map((file) =>
    greyFrames(
      file,
      captioned.map(({ middle }) => middle),
      FULL,
    ),
  );
  const edge = Math.floor(FULL.height * 0.7) * FULL.width;
  for (const { script, middle } of captioned) {
    const [without, shown] = [blank.get(middle), drawn.get(middle)];
    const below = changedPixels(shown.subarray(edge), without.subarray(edge));
    const above = changedPixels(shown.subarray(0, edge), without.subarray(0, edge));
    const what = `the caption in ${script} changes ${below} pixels, and ${above} elsewhere`;
    check(below >= MIN_CHANGED_PIXELS && above === 0, what, `at least ${MIN_CHANGED_PIXELS} and 0`);
  }
}

function check(isRight, what, wanted) {
  if (!isRight) throw wrong(what, wanted);
  console.log(`  ${what}`);
}

const wrong = (what, wanted) => new UserError(`The film is wrong: ${what}; expected: ${wanted}`);
