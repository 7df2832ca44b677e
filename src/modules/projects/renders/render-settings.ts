import type { PictureSize } from '../../../platform/imaging/picture-fit';
import type { Subtitles, Zoom } from '../film/film';

/** Names of sizes by the shorter side of the picture. */
export const RESOLUTIONS = ['480p', '720p', '1080p', '1440p', '2160p'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** How a film is made of a project. */
export interface RenderSettings {
  readonly resolution: Resolution;
  /** Whole frames per second. */
  readonly fps: number;
  readonly subtitles: Subtitles;
  /** Media path of a recording that begins with the film. */
  readonly narration: string | null;
  /** Media path of a recording that is repeated to the end of the film. */
  readonly music: string | null;
  /** Seconds of cross-fade at each cut; 0 for hard cuts. */
  readonly transition: number;
  /** A slow zoom of still pictures. */
  readonly zoom: Zoom;
}

/** Used for what a request leaves out. */
export const DEFAULT_SETTINGS: RenderSettings = {
  resolution: '1080p',
  fps: 24,
  subtitles: 'soft',
  narration: null,
  music: null,
  transition: 0,
  zoom: 'none',
};

/** The settings of a request with the defaults for what it leaves out. */
export function settingsOf(sent: {
  readonly [Name in keyof RenderSettings]?: RenderSettings[Name] | null;
}): RenderSettings {
  return {
    resolution: sent.resolution ?? DEFAULT_SETTINGS.resolution,
    fps: sent.fps ?? DEFAULT_SETTINGS.fps,
    subtitles: sent.subtitles ?? DEFAULT_SETTINGS.subtitles,
    narration: sent.narration ?? DEFAULT_SETTINGS.narration,
    music: sent.music ?? DEFAULT_SETTINGS.music,
    transition: sent.transition ?? DEFAULT_SETTINGS.transition,
    zoom: sent.zoom ?? DEFAULT_SETTINGS.zoom,
  };
}

/** The longest side that a film may have, in pixels: 8K. */
const MAX_SIDE = 7680;

/**
 * The size of a film's picture: the resolution is its shorter side, unless the longer one would exceed {@link MAX_SIDE}.
 * @param aspectRatio such as `16:9`
 */
export function filmSize(aspectRatio: string, resolution: Resolution): PictureSize {
  const [width = 1, height = 1] = aspectRatio.split(':').map(Number);
  const short = Number.parseInt(resolution, 10);
  const scale = Math.min(short / Math.min(width, height), MAX_SIDE / Math.max(width, height));
  return { width: even(width * scale), height: even(height * scale) };
}

/** Encoders require even sizes. */
const even = (length: number): number => 2 * Math.round(length / 2);
