import type { Demuxer } from '../../../platform/imaging/demuxer';
import type { MediaInput } from '../../../platform/imaging/ffmpeg-run';
import { fitOf, type PictureSize } from '../../../platform/imaging/picture-fit';
import type { Film, FilmClip, FilmStill } from './film';
import type { ShotFrames } from './film-segments';
import type { LocatedFile } from '../../media/public/derived-media';

/** A picture of a segment: how ffmpeg reads it, and the filters that make it frames of the film. */
export interface PictureStream {
  readonly input: MediaInput;
  readonly filters: readonly string[];
}

/** How far a slow zoom moves the edges of a picture, as a share of its width and height. */
const ZOOM = 0.04;
const COLOURS = 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p';

/** Black, where a shot has no picture. */
export function blackStream({ width, height, fps }: Film): PictureStream {
  const graph = `color=c=black:s=${width}x${height}:r=${fps}`;
  return { input: { source: { kind: 'made', graph } }, filters: ['format=yuv420p'] };
}

/**
 * A picture that is held or slowly zoomed.
 * @param name of a file with its pixels in the size of the film
 */
export function stillStream(
  film: Film,
  still: FilmStill,
  { placed, from }: ShotFrames,
  name: string,
): PictureStream {
  const { width, height, fps } = film;
  const options = ['-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-framerate', `${fps}`];
  const { frames, fadeIn, fadeOut } = placed;
  const zoom = zoomFilter(still, from + fadeIn, frames + fadeIn + fadeOut);
  return {
    input: { source: { kind: 'own', name, format: 'rawvideo' }, options },
    filters: [COLOURS, 'loop=loop=-1:size=1', ...zoom],
  };
}

/**
 * A clip in the size, rate and colours of the film. Its first and last frames are held where it is too short.
 */
export function clipStream(
  film: Film,
  { placed, from }: ShotFrames,
  source: LocatedFile & { readonly demuxer: Demuxer },
): PictureStream {
  const { fps } = film;
  const { fadeIn } = placed;
  return {
    input: {
      source: { kind: 'file', path: source.file, demuxer: source.demuxer },
      // One thread takes less memory than one for each processor.
      options: ['-threads', '1'],
    },
    filters: [
      // Makes pixels square.
      "scale=w='max(2,trunc(iw*sar/2)*2)':h=ih,setsar=1",
      sizeFilter(source, film),
      COLOURS,
      `fps=${fps}:start_time=0`,
      `tpad=start=${fadeIn}:start_mode=clone:stop=-1:stop_mode=clone`,
      `trim=start_frame=${from + fadeIn}`,
    ],
  };
}

/** Whether a shot's picture is a clip. */
export const isClip = (picture: FilmStill | FilmClip | null): picture is FilmClip =>
  picture?.kind === 'clip';

function sizeFilter({ width, height }: LocatedFile, film: PictureSize): string {
  const size = `${film.width}:${film.height}`;
  const isCropped = width !== null && height !== null && fitOf({ width, height }, film) === 'cover';
  return isCropped
    ? `scale=${size}:force_original_aspect_ratio=increase,crop=${size}`
    : `scale=${size}:force_original_aspect_ratio=decrease:force_divisible_by=2,pad=${size}:-1:-1`;
}

/**
 * Moves the corners of the picture by parts of a pixel, so that the zoom is smooth.
 * @param first how many frames of the zoom come before the segment
 * @param frames the length of the whole zoom
 */
function zoomFilter({ zoom }: FilmStill, first: number, frames: number): readonly string[] {
  if (zoom === 'none' || frames < 2) return [];
  // `on` counts from 1.
  const progress = `(${first - 1}+on)/${frames - 1}`;
  const inset = zoom === 'in' ? `${ZOOM}*${progress}` : `${ZOOM}*(1-${progress})`;
  const [left, top] = [`W*${inset}`, `H*${inset}`];
  const corners = [
    `x0='${left}':y0='${top}'`,
    `x1='W-${left}':y1='${top}'`,
    `x2='${left}':y2='H-${top}'`,
    `x3='W-${left}':y3='H-${top}'`,
  ];
  return [`perspective=${corners.join(':')}:interpolation=linear:eval=frame`];
}
