import {
  OptionalFlag,
  OptionalInt,
  OptionalNum,
  OptionalOneOf,
  OptionalStr,
  Str,
} from '../../../platform/validation/body-fields';
import { SUBTITLES, type Subtitles, type Zoom, ZOOMS } from '../film/film';
import { DEFAULT_SETTINGS, RESOLUTIONS, type Resolution } from '../renders/render-settings';
import { ProjectParams } from './project.request';

const MEDIA_PATH = { min: 1, max: 200, example: 'theme-4f1c-0.mp3' };

/** `POST …/renders`. */
export class RenderDto {
  @OptionalOneOf(RESOLUTIONS, {
    default: DEFAULT_SETTINGS.resolution,
    description: "Length of the shorter side; the other follows from the project's aspect ratio.",
  })
  resolution?: Resolution;

  @OptionalInt({
    min: 10,
    max: 60,
    default: DEFAULT_SETTINGS.fps,
    description: 'Frames per second. Clips of another rate are converted.',
  })
  fps?: number;

  @OptionalOneOf(SUBTITLES, {
    default: DEFAULT_SETTINGS.subtitles,
    description:
      'burned: drawn into the picture; soft: a track that players can switch on; none: no captions.',
  })
  subtitles?: Subtitles;

  @OptionalStr({ ...MEDIA_PATH, description: 'Media path of sound that begins with the film.' })
  narration?: string;

  @OptionalStr({
    ...MEDIA_PATH,
    description:
      'Media path of music. It is repeated to the end of the film, and lowered while somebody speaks.',
  })
  music?: string;

  @OptionalNum({
    min: 0,
    max: 5,
    default: DEFAULT_SETTINGS.transition,
    description:
      'Seconds of cross-fade around each cut, half of it on each side, at most the whole shorter shot. The length of the film and the start of its shots stay the same. 0 for hard cuts.',
  })
  transition?: number;

  @OptionalOneOf(ZOOMS, {
    default: DEFAULT_SETTINGS.zoom,
    description: 'A slow zoom of pictures that are held.',
  })
  zoom?: Zoom;

  @OptionalFlag({
    default: false,
    description: 'Accept the render although another one of the project is unfinished.',
  })
  parallel?: boolean;

  @OptionalFlag({
    default: false,
    description: 'Answer what the film would be, with its faults, and make nothing.',
  })
  dry_run?: boolean;
}

export class RenderParams extends ProjectParams {
  @Str({ min: 1, max: 200, description: "The render's id.", example: 'rnd_7dF2gH5jK8lZ1xCv' })
  render_id: string;
}
