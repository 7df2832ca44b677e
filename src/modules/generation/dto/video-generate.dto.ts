import {
  OptionalAnyObject,
  OptionalFlag,
  OptionalInt,
  OptionalNestedArray,
  OptionalNum,
  OptionalOneOf,
  OptionalStr,
  Str,
} from '../../../platform/validation/body-fields';
import { JOB_PRIORITIES, type JobPriority } from '../../jobs/public/job-queue';
import {
  CharacterBindingDto,
  FILENAME_PREFIX_FIELD,
  PREVIEWS,
  PRIORITY,
  PROVIDER,
  SUBMIT,
  WORKFLOW_PARAMS,
} from './shared-fields';

/**
 * The body of `POST /api/video/generate`. Bounds depend on the workflow, so they are checked against its params: see
 * `GET /api/workflows/{workflow_id}`.
 */
export class VideoGenerateDto {
  @Str({
    min: 1,
    description: 'Workflow id; from GET /api/workflows?kind=video.',
    example: 'wan22-14b-t2v',
  })
  workflow: string;

  @Str({
    min: 1,
    limit: 'prompt_chars',
    description:
      'What happens: the movement of the subject and of the camera. In i2v the source image carries identity. Character triggers are put in front where they are missing.',
    example: 'a lighthouse keeper climbs a spiral staircase, the camera rising with her',
  })
  prompt: string;

  @Str(PROVIDER)
  provider: string;

  @OptionalOneOf(['t2v', 'i2v', 'v2v'], {
    description:
      'What the clip is made from: words, an image (audio-driven clips, too), or a video. Omitted: derived from the workflow and the files sent.',
  })
  mode?: string;

  @OptionalStr({ description: 'Id of one character to bind. The same as `characters` with one.' })
  character?: string;

  @OptionalNestedArray(() => CharacterBindingDto, { description: 'Explicit character bindings.' })
  characters?: CharacterBindingDto[];

  @OptionalStr({
    description: 'Source image: the media path of a file that you may use, or its `/media/…` URL.',
  })
  image?: string;

  @OptionalStr({
    description: 'Source audio: the media path of a file that you may use, or its `/media/…` URL.',
  })
  audio?: string;

  @OptionalStr({
    description: 'Source video: the media path of a file that you may use, or its `/media/…` URL.',
  })
  video?: string;

  @OptionalStr({
    limit: 'prompt_chars',
    description: 'What to keep out of the clip. Not every model takes one.',
    example: 'blurry, static, subtitles',
  })
  negative?: string;

  @OptionalStr({ max: 5000, description: "Becomes the outputs' description in the catalogue." })
  description?: string;

  @OptionalInt({ description: 'Pixels. The model family has a grid.', example: 832 })
  width?: number;

  @OptionalInt({ description: 'Pixels. The model family has a grid.', example: 480 })
  height?: number;

  @OptionalInt({ description: 'Frames. The model family has a grid.', example: 81 })
  length?: number;

  @OptionalInt({ description: 'Frames per second of the finished clip.', example: 16 })
  fps?: number;

  @OptionalInt({
    description: 'Same seed, same settings: same clip. Omitted: random, and recorded.',
    example: 42,
  })
  seed?: number;

  @OptionalStr({
    ...FILENAME_PREFIX_FIELD,
    example: 'staircase',
  })
  filename_prefix?: string;

  @OptionalInt({
    description:
      'Steps of the first expert, or of the only one. With two experts and only one of steps_high and steps_low sent, the other keeps its share.',
    example: 10,
  })
  steps_high?: number;

  @OptionalInt({ description: 'Steps of the second expert.', example: 10 })
  steps_low?: number;

  @OptionalNum({
    description: 'How strictly the first expert, or the only one, follows the prompt.',
    example: 3.5,
  })
  cfg_high?: number;

  @OptionalNum({ description: 'How strictly the second expert follows the prompt.', example: 3.5 })
  cfg_low?: number;

  @OptionalNum({
    description: 'How long the steps stay with much noise: higher for more motion.',
    example: 8,
  })
  shift?: number;

  @OptionalStr({ description: 'Sampling method, as the node names it.', example: 'euler' })
  sampler?: string;

  @OptionalStr({ description: 'Noise schedule, as the node names it.', example: 'simple' })
  scheduler?: string;

  @OptionalAnyObject(WORKFLOW_PARAMS)
  workflow_params?: Record<string, unknown>;

  @OptionalOneOf(JOB_PRIORITIES, PRIORITY)
  priority?: JobPriority;

  @OptionalFlag(PREVIEWS)
  previews?: boolean;

  @OptionalFlag(SUBMIT)
  submit?: boolean;
}
