import type { ClipAudio } from '../records/shot.entity';

/** Whether and how a film shows its captions. */
export const SUBTITLES = ['burned', 'soft', 'none'] as const;
export type Subtitles = (typeof SUBTITLES)[number];

export const ZOOMS = ['none', 'in', 'out'] as const;
export type Zoom = (typeof ZOOMS)[number];

/**
 * Everything that is needed to make a film, copied from its project, so that later changes to the project don't affect it.
 * All media are paths of the catalogue, all times are seconds. It is stored as JSON.
 */
export interface Film {
  readonly title: string;
  /** Even numbers. */
  readonly width: number;
  readonly height: number;
  /** Whole frames per second. */
  readonly fps: number;
  readonly scenes: readonly FilmScene[];
  /**
   * Length of the cross-fade at each cut; 0 for hard cuts. A cross-fade is centred on its cut and changes no shot's start
   * or length.
   */
  readonly transition_seconds: number;
  /** Repeated to the end of the film. */
  readonly music: FilmSound | null;
  /** Begins with the film. */
  readonly narration: FilmSound | null;
  readonly subtitles: Subtitles;
}

/** A recording of sound and its measured length. */
export interface FilmSound {
  readonly path: string;
  readonly seconds: number;
}

/** A chapter of the film. */
export interface FilmScene {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  /** In order. */
  readonly shots: readonly FilmShot[];
}

export interface FilmShot {
  readonly id: string;
  readonly number: number;
  readonly title: string;
  readonly seconds: number;
  /** `null` if nothing is selected: the film is black there. */
  readonly picture: FilmPicture | null;
  readonly speech: FilmSpeech | null;
  /** In order of their start. */
  readonly captions: readonly Caption[];
}

export type FilmPicture = FilmStill | FilmClip;

/** A picture, held for the length of its shot. */
export interface FilmStill {
  readonly kind: 'still';
  readonly path: string;
  readonly zoom: Zoom;
}

/** A video, shown from its start. Its last frame is held where it is shorter than its shot. */
export interface FilmClip {
  readonly kind: 'clip';
  readonly path: string;
  readonly seconds: number;
  readonly has_sound: boolean;
  readonly sound: ClipAudio;
}

/** The spoken lines of a shot, all in one recording. */
export interface FilmSpeech extends FilmSound {
  /** From the start of the shot. */
  readonly starts_at: number;
}

/** A text to read. Its times count from the start of its shot; {@link captionsOf} converts them to those of the film. */
export interface Caption {
  readonly from: number;
  readonly to: number;
  /** Any text; may have line breaks. */
  readonly text: string;
  /** Name of who speaks; `null` where nobody in particular does. */
  readonly speaker: string | null;
}
