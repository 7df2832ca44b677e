import type { MediaFile } from '../../media/public/media-reader';
import { captionsOfShot } from '../captions/shot-captions';
import type { Film, FilmPicture, FilmShot, FilmSound, FilmSpeech, Zoom } from '../film/film';
import { frameCount } from '../film/frame-count';
import type { ShotRow } from '../records/shot.entity';
import { filmSize, type RenderSettings } from '../renders/render-settings';
import type { SceneTree, StoryTree } from '../tree/story-tree';

/** The existing files and characters that a project refers to. */
export interface FilmMaterials {
  /** By path. */
  readonly media: ReadonlyMap<string, MediaFile>;
  /** Names of the characters who speak, by id. */
  readonly speakers: ReadonlyMap<string, string>;
  /** Seconds of each line of a speech, by the id of its take. */
  readonly lineSeconds: ReadonlyMap<string, readonly number[]>;
  /** Ids of the shots with an unfinished take. */
  readonly unfinished: ReadonlySet<string>;
}

/** Resolves a project into a film. Missing files are left out: preflight reports them. */
export function filmOf(tree: StoryTree, settings: RenderSettings, materials: FilmMaterials): Film {
  const { fps, subtitles, transition, music, narration } = settings;
  const { title, aspect_ratio } = tree.project;
  return {
    title,
    fps,
    subtitles,
    transition_seconds: transition,
    ...filmSize(aspect_ratio, settings.resolution),
    scenes: tree.scenes.map((scene) => filmScene(scene, settings, materials)),
    music: soundOf(music, materials),
    narration: soundOf(narration, materials),
  };
}

/** Paths of all media that a film of the project may use. */
export function materialPaths(
  { scenes }: StoryTree,
  { music, narration }: Pick<RenderSettings, 'music' | 'narration'>,
): readonly string[] {
  const shots = scenes.flatMap((scene) => scene.shots);
  const paths = shots.flatMap(({ image, video, speech }) => [image, video, speech]);
  return [...new Set([...paths, music, narration])].filter((path) => path !== null);
}

/** Whether ffmpeg can play a file as a video. The catalogue also lists animated pictures as videos. */
export const isClip = ({ type, mime }: MediaFile): boolean =>
  type === 'video' && !mime.startsWith('image/');

function filmScene(
  { scene, shots }: SceneTree,
  settings: RenderSettings,
  materials: FilmMaterials,
) {
  const { id, scene_number: number, title } = scene;
  return { id, number, title, shots: shots.map((shot) => filmShot(shot, settings, materials)) };
}

function filmShot(shot: ShotRow, settings: RenderSettings, materials: FilmMaterials): FilmShot {
  const sound = soundOf(shot.speech, materials);
  const speech = sound && { ...sound, starts_at: 0 };
  const seconds = shotSeconds(shot, speech, settings.fps);
  return {
    id: shot.id,
    number: shot.shot_number,
    title: shot.title,
    seconds,
    picture: pictureOf(shot, settings.zoom, materials),
    speech,
    captions: captionsOfShot({
      subtitle: shot.subtitle,
      lines: shot.lines.map(({ speaker, text, pause_seconds }) => ({
        text,
        speaker: materials.speakers.get(speaker) ?? null,
        pause_seconds,
      })),
      seconds,
      speech: speech && {
        ...speech,
        line_seconds: materials.lineSeconds.get(shot.speech_take ?? '') ?? null,
      },
    }),
  };
}

/** The length of a shot. One that is fitted to its speech is rounded up to whole frames, so that no word is cut. */
function shotSeconds(shot: ShotRow, speech: FilmSpeech | null, fps: number): number {
  if (shot.timing !== 'fit_dialogue' || speech === null) return shot.duration_seconds;
  return Math.max(1, Math.ceil(frameCount(speech.starts_at + speech.seconds, fps))) / fps;
}

/** The video where there is one, else the image. */
function pictureOf(
  shot: ShotRow,
  zoom: Zoom,
  { media }: Pick<FilmMaterials, 'media'>,
): FilmPicture | null {
  if (shot.video === null) {
    const image = media.get(shot.image ?? '');
    return image?.type === 'image' ? { kind: 'still', path: image.path, zoom } : null;
  }
  const video = media.get(shot.video);
  if (!video || !isClip(video)) return null;
  return {
    kind: 'clip',
    path: video.path,
    // Unknown without ffprobe.
    seconds: video.duration ?? shot.duration_seconds,
    has_sound: video.has_audio ?? false,
    sound: shot.clip_audio,
  };
}

function soundOf(path: string | null, { media }: Pick<FilmMaterials, 'media'>): FilmSound | null {
  const file = media.get(path ?? '');
  if (file?.type !== 'audio' || file.duration === null) return null;
  return { path: file.path, seconds: file.duration };
}
