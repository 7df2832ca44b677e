import type { MediaFile } from '../../media/public/media-reader';
import type { Film } from '../film/film';
import { timelineOf } from '../film/film-timeline';
import type { ShotRow } from '../records/shot.entity';
import type { RenderSettings } from '../renders/render-settings';
import type { StoryTree } from '../tree/story-tree';
import { type FilmMaterials, isClip } from './story-film';

/** The faults that preflight may find. */
export const FAULT_CODES = [
  'ffmpeg_missing',
  'no_shots',
  'film_too_long',
  'picture_missing',
  'take_unfinished',
  'take_stale',
  'file_missing',
  'clip_unplayable',
  'sound_unplayable',
  'speech_missing',
  'speech_overrun',
  'narration_overrun',
  'clip_too_short',
  'clip_without_sound',
  'captions_unavailable',
  'caption_not_drawable',
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

/** A problem that the film of a project would have. */
export interface Fault {
  readonly code: FaultCode;
  /** Whether it prevents the render. */
  readonly blocking: boolean;
  /** What is wrong and how to correct it. */
  readonly detail: string;
  readonly scene_id: string | null;
  readonly shot_id: string | null;
  /** The media path concerned. */
  readonly path: string | null;
}

/** What the programs and fonts of the machine can do. */
export interface FilmTools {
  readonly ffmpeg: boolean;
  /** The characters of the captions that no font has; `null` if captions can't be drawn at all. */
  readonly undrawable: readonly string[] | null;
}

/** A project, and the film that it would make now. */
export interface FilmToCheck {
  readonly tree: StoryTree;
  readonly settings: RenderSettings;
  readonly materials: FilmMaterials;
  /** Why the film would show a stale take, by the id of its shot. */
  readonly stale: ReadonlyMap<string, string>;
  readonly film: Film;
}

/** Two hours. */
const MAX_FILM_SECONDS = 7200;
/** How many characters or shots a fault lists. */
const MAX_LISTED = 20;

/** All faults: first those of the whole film, then those of each shot, last those that many shots may share. */
export function preflight(check: FilmToCheck, tools: FilmTools): readonly Fault[] {
  return [
    ...wholeFaults(check, tools),
    ...shotFaults(check),
    ...sharedFaults(check, STALE_TAKES),
    ...sharedFaults(check, SILENT_CLIPS),
  ];
}

type ShotFault = Pick<Fault, 'code' | 'blocking' | 'detail'> & { readonly path?: string };

const WHOLE = { scene_id: null, shot_id: null };

function wholeFaults(
  { film, settings, materials }: FilmToCheck,
  tools: FilmTools,
): readonly Fault[] {
  const faults: ShotFault[] = [];
  if (!tools.ffmpeg)
    faults.push({
      code: 'ffmpeg_missing',
      blocking: true,
      detail:
        'ffmpeg and ffprobe are not installed on the server. Ask the operator to install them (Debian: apt-get install ffmpeg).',
    });
  faults.push(...lengthFaults(film));
  for (const name of ['music', 'narration'] as const)
    faults.push(...soundFaults(`The ${name}`, settings[name], materials));
  faults.push(...narrationFaults(film), ...captionFaults(tools));
  return faults.map((fault) => ({ path: null, ...fault, ...WHOLE }));
}

function lengthFaults(film: Film): readonly ShotFault[] {
  const { frames } = timelineOf(film);
  if (frames === 0)
    return [{ code: 'no_shots', blocking: true, detail: 'Add a shot: the project has none.' }];
  if (frames <= MAX_FILM_SECONDS * film.fps) return [];
  const detail = `The film would take ${rounded(frames / film.fps)} s; at most ${MAX_FILM_SECONDS} s are made. Make several projects of it.`;
  return [{ code: 'film_too_long', blocking: true, detail }];
}

function narrationFaults(film: Film): readonly ShotFault[] {
  const seconds = timelineOf(film).frames / film.fps;
  if (film.narration === null || film.narration.seconds <= seconds + 1 / film.fps) return [];
  const detail = `The narration takes ${rounded(film.narration.seconds)} s, and the film only ${rounded(seconds)} s: its end would be cut. Make shots longer or the narration shorter.`;
  return [{ code: 'narration_overrun', blocking: true, detail, path: film.narration.path }];
}

function captionFaults({ ffmpeg, undrawable }: FilmTools): readonly ShotFault[] {
  if (!ffmpeg || undrawable?.length === 0) return [];
  if (undrawable === null) {
    const detail =
      'This ffmpeg draws no captions (it lacks libass). Send "subtitles": "soft", or ask the operator to install Debian\'s ffmpeg.';
    return [{ code: 'captions_unavailable', blocking: true, detail }];
  }
  const detail = `No font of the server has these characters of the captions: ${listed(undrawable.map(nameOf), ' ')}. Ask the operator to install one (Debian: fonts-noto-cjk for Chinese, Japanese and Korean, fonts-noto-core for most other scripts), send "subtitles": "soft", or change the text.`;
  return [{ code: 'caption_not_drawable', blocking: true, detail }];
}

function shotFaults(check: FilmToCheck): readonly Fault[] {
  const { film, tree } = check;
  const rows = new Map(tree.scenes.flatMap(({ shots }) => shots.map((shot) => [shot.id, shot])));
  return timelineOf(film).shots.flatMap(({ scene, shot, frames }) => {
    const row = rows.get(shot.id);
    if (!row) return [];
    const seconds = frames / film.fps;
    const faults = [
      ...takeFaults(row, check.materials),
      ...pictureFaults(row, seconds, check.materials),
      ...speechFaults(row, seconds, check),
    ];
    return faults.map((fault) => ({
      path: null,
      ...fault,
      scene_id: scene.id,
      shot_id: shot.id,
    }));
  });
}

function takeFaults({ id }: ShotRow, { unfinished }: FilmMaterials): readonly ShotFault[] {
  if (!unfinished.has(id)) return [];
  const detail =
    'A take of the shot is still being made; the film would have what is selected now. Wait for it, or cancel it.';
  return [{ code: 'take_unfinished', blocking: false, detail }];
}

function pictureFaults(
  shot: ShotRow,
  seconds: number,
  { media }: FilmMaterials,
): readonly ShotFault[] {
  const path = shot.video ?? shot.image;
  if (path === null) {
    const detail = 'The shot has neither an image nor a video. Make a take of it, or select one.';
    return [{ code: 'picture_missing', blocking: true, detail }];
  }
  const file = media.get(path);
  if (!file) return [goneFault(shot.video === null ? 'The image' : 'The video', path)];
  if (shot.video === null) return [];
  if (!isClip(file)) {
    const detail = 'ffmpeg cannot play this animated picture. Upload it as MP4 or WebM.';
    return [{ code: 'clip_unplayable', blocking: true, detail, path }];
  }
  return clipFaults(file, seconds);
}

function clipFaults({ path, duration, fps }: MediaFile, seconds: number): readonly ShotFault[] {
  // A clip of whole frames may end a fraction of a frame before its shot.
  if (duration === null || duration + 1 / (fps ?? 24) >= seconds) return [];
  const detail = `The clip takes ${rounded(duration)} s and its shot ${rounded(seconds)} s: its last frame would be held. Make the shot shorter or the clip longer.`;
  return [{ code: 'clip_too_short', blocking: false, detail, path }];
}

/** A fault that many shots may have. */
interface SharedFault {
  readonly code: FaultCode;
  readonly applies: (shot: ShotRow, check: FilmToCheck) => boolean;
  readonly ofOne: (
    shot: ShotRow,
    check: FilmToCheck,
  ) => { readonly detail: string; readonly path: string | null };
  readonly ofMany: (shots: number, names: string) => string;
}

const SILENT_CLIPS: SharedFault = {
  code: 'clip_without_sound',
  applies: isSilent,
  ofOne: ({ video }) => ({
    detail: 'The clip has no sound. If this is intended, mute it ("clip_audio": "mute").',
    path: video,
  }),
  ofMany: (shots, names) =>
    `The clips of ${shots} shots have no sound: ${names}. If this is intended, mute them ("clip_audio": "mute").`,
};

const STALE_TAKES: SharedFault = {
  code: 'take_stale',
  applies: ({ id }, { stale }) => stale.has(id),
  ofOne: ({ id }, { stale }) => ({
    detail: `A selected take of the shot is out of date: ${stale.get(id)} Make it again, or approve it to keep it.`,
    path: null,
  }),
  ofMany: (shots, names) =>
    `Selected takes of ${shots} shots are out of date: ${names}. Make them again, or approve those that you keep.`,
};

/** One fault for all shots that have it: a fault for each could hide the others. */
function sharedFaults(check: FilmToCheck, shared: SharedFault): readonly Fault[] {
  const concerned = check.tree.scenes.flatMap(({ scene, shots }) =>
    shots.filter((shot) => shared.applies(shot, check)).map((shot) => ({ scene, shot })),
  );
  const [first, second] = concerned;
  if (!first) return [];
  const fault = { code: shared.code, blocking: false };
  if (!second) {
    const { scene, shot } = first;
    const of = { scene_id: scene.id, shot_id: shot.id };
    return [{ ...fault, ...shared.ofOne(shot, check), ...of }];
  }
  const names = concerned.map(
    ({ scene, shot }) => `scene ${scene.scene_number} shot ${shot.shot_number}`,
  );
  const detail = shared.ofMany(concerned.length, listed(names, ', '));
  return [{ ...fault, detail, path: null, ...WHOLE }];
}

function isSilent({ video, clip_audio }: ShotRow, { materials }: FilmToCheck): boolean {
  const file = video === null || clip_audio === 'mute' ? undefined : materials.media.get(video);
  return file !== undefined && isClip(file) && file.has_audio === false;
}

function speechFaults(
  shot: ShotRow,
  seconds: number,
  { film, materials }: FilmToCheck,
): readonly ShotFault[] {
  const { speech: path } = shot;
  if (path === null) {
    if (shot.lines.length === 0) return [];
    const detail = 'Nobody speaks the lines of the shot: it has no speech. Make a take of it.';
    return [{ code: 'speech_missing', blocking: false, detail }];
  }
  const duration = materials.media.get(path)?.duration ?? 0;
  // Less than half a frame is too short to be heard.
  if (duration <= seconds + 0.5 / film.fps) return soundFaults('The speech', path, materials);
  const detail = `The speech takes ${rounded(duration)} s and its shot ${rounded(seconds)} s. Send PATCH {"timing": "fit_dialogue"} or {"duration_seconds": ${Math.ceil(duration * 10) / 10}} to the shot, or shorten its lines.`;
  return [{ code: 'speech_overrun', blocking: true, detail, path }];
}

function soundFaults(
  what: string,
  path: string | null,
  { media }: FilmMaterials,
): readonly ShotFault[] {
  if (path === null) return [];
  const file = media.get(path);
  if (!file) return [goneFault(what, path)];
  if (file.type === 'audio' && file.duration !== null) return [];
  const detail = `${what} is not a recording whose length is known. Select another file.`;
  return [{ code: 'sound_unplayable', blocking: true, detail, path }];
}

const goneFault = (what: string, path: string): ShotFault => ({
  code: 'file_missing',
  blocking: true,
  detail: `${what} was deleted or is in the trash. Restore it, or select another one.`,
  path,
});

function listed(names: readonly string[], separator: string): string {
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  return names.slice(0, MAX_LISTED).join(separator) + more;
}

const rounded = (seconds: number): string => String(Math.round(seconds * 100) / 100);

/** Unassigned and private characters are named by their number, because the reader's fonts can't show them either. */
const nameOf = (character: string): string =>
  /[\p{Co}\p{Cn}]/u.test(character)
    ? `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`
    : character;
