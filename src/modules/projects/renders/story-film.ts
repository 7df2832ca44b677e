import type { MediaFile } from '../../media/public/media-reader';
import { captionsOfShot } from '../captions/shot-captions';
import type { Film, FilmPicture, FilmShot, FilmSound, FilmSpeech } from '../film/film';
import { NARRATOR, type ShotRow } from '../records/shot.entity';
import type { StoryTree } from '../tree/story-tree';
import { filmSize, type RenderSettings } from './render-settings';

/** What a film needs to know besides the rows of its project. */
export interface FilmFacts {
  /** By path; absent are files that are gone or that the project's owner can't read. */
  readonly media: ReadonlyMap<string, MediaFile>;
  /** Names of the speakers by character id. */
  readonly names: ReadonlyMap<string, string>;
  /** Seconds of each line, without its pause, by shot id; absent where only the whole was measured. */
  readonly lineSeconds: ReadonlyMap<string, readonly number[]>;
}

/** All media paths that a film of the project would use. */
export function filmPaths(
  { scenes }: StoryTree,
  { music, narration }: Pick<RenderSettings, 'music' | 'narration'>,
): readonly string[] {
  const shots = scenes.flatMap((scene) => scene.shots);
  const paths = shots.flatMap(({ image, video, speech }) => [video ?? image, speech]);
  return [...new Set([...paths, music, narration].filter((path) => path !== null))];
}

/**
 * The film that a project's selected media make: each shot shows its video, else its image. Files that can't be read are
 * left out.
 */
export function filmOfStory(tree: StoryTree, settings: RenderSettings, facts: FilmFacts): Film {
  const { project, scenes } = tree;
  const sound = (path: string | null): FilmSound | null => soundOf(path, facts);
  return {
    title: project.title,
    ...filmSize(project.aspect_ratio, settings.resolution),
    fps: settings.fps,
    scenes: scenes.map(({ scene, shots }) => ({
      id: scene.id,
      number: scene.scene_number,
      title: scene.title,
      shots: shots.map((shot) => filmShot(shot, settings, facts)),
    })),
    transition_seconds: settings.transition,
    music: sound(settings.music),
    narration: sound(settings.narration),
    subtitles: settings.subtitles,
  };
}

function filmShot(shot: ShotRow, settings: RenderSettings, facts: FilmFacts): FilmShot {
  const recording = soundOf(shot.speech, facts);
  const speech: FilmSpeech | null = recording && { ...recording, starts_at: 0 };
  const fits = shot.timing === 'fit_dialogue' && speech !== null;
  const seconds = fits ? speech.seconds : shot.duration_seconds;
  const lines = shot.lines.map(({ speaker, text, pause_seconds }) => {
    const name = speaker === NARRATOR ? null : (facts.names.get(speaker) ?? null);
    return { text, speaker: name, pause_seconds };
  });
  const times = speech && {
    starts_at: speech.starts_at,
    seconds: speech.seconds,
    line_seconds: facts.lineSeconds.get(shot.id) ?? null,
  };
  return {
    id: shot.id,
    number: shot.shot_number,
    title: shot.title,
    seconds,
    picture: pictureOf(shot, settings, facts),
    speech,
    captions: captionsOfShot({ subtitle: shot.subtitle, lines, seconds, speech: times }),
  };
}

function pictureOf(
  { video, image, clip_audio: sound }: ShotRow,
  { zoom }: RenderSettings,
  { media }: FilmFacts,
): FilmPicture | null {
  const file = media.get(video ?? image ?? '');
  if (!file) return null;
  const { path, duration, has_audio } = file;
  // Animated pictures are of the type `video`, too.
  return file.type === 'video'
    ? { kind: 'clip', path, seconds: duration ?? 0, has_sound: has_audio ?? false, sound }
    : { kind: 'still', path, zoom };
}

function soundOf(path: string | null, { media }: FilmFacts): FilmSound | null {
  const file = path === null ? undefined : media.get(path);
  return file ? { path: file.path, seconds: file.duration ?? 0 } : null;
}
