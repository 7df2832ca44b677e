import {
  OptionalAnyObject,
  OptionalFlag,
  OptionalInt,
  OptionalNestedArray,
  OptionalOneOf,
  OptionalNum,
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
 * The body of `POST /api/image/generate`. Bounds depend on the workflow, so they are checked against its params: see
 * `GET /api/workflows/{workflow_id}`.
 */
export class ImageGenerateDto {
  @Str({
    min: 1,
    description: 'Workflow id; from GET /api/workflows?kind=image.',
    example: 'sdxl-t2i',
  })
  workflow: string;

  @Str({
    min: 1,
    limit: 'prompt_chars',
    description:
      'What the picture shows. Character triggers are put in front where they are missing.',
    example: 'a lighthouse on a cliff at dusk, warm light in the windows, photograph',
  })
  prompt: string;

  @Str(PROVIDER)
  provider: string;

  @OptionalStr({ description: 'Id of one character to bind. The same as `characters` with one.' })
  character?: string;

  @OptionalNestedArray(() => CharacterBindingDto, { description: 'Explicit character bindings.' })
  characters?: CharacterBindingDto[];

  @OptionalStr({
    description:
      'A LoRA to apply: its name or path under the LoRA folder of the node (`GET /api/comfy/models/loras?provider=<id>`), or "latest" for the one of the latest step that your last finished training run has published.',
  })
  lora_checkpoint?: string;

  @OptionalStr({
    limit: 'prompt_chars',
    description: 'What to keep out of the picture. Not every model takes one.',
    example: 'blurry, text, watermark',
  })
  negative?: string;

  @OptionalStr({ max: 5000, description: "Becomes the outputs' description in the catalogue." })
  description?: string;

  @OptionalInt({ description: 'Pixels. The model family has a grid.', example: 1024 })
  width?: number;

  @OptionalInt({ description: 'Pixels. The model family has a grid.', example: 1024 })
  height?: number;

  @OptionalInt({
    description: 'Same seed, same settings: same picture. Omitted: random, and recorded.',
    example: 42,
  })
  seed?: number;

  @OptionalStr({
    ...FILENAME_PREFIX_FIELD,
    example: 'lighthouse',
  })
  filename_prefix?: string;

  @OptionalInt({ description: 'Sampling steps.', example: 25 })
  steps?: number;

  @OptionalNum({ description: 'How strictly the prompt is followed (classic guidance).' })
  cfg?: number;

  @OptionalStr({ description: 'Sampling method, as the node names it.', example: 'dpmpp_2m' })
  sampler?: string;

  @OptionalStr({ description: 'Noise schedule, as the node names it.', example: 'karras' })
  scheduler?: string;

  @OptionalNum({
    default: 4,
    description:
      'Distilled guidance, for workflows that have it. Some workflows have another default; their params state it.',
  })
  guidance?: number;

  @OptionalStr({ description: 'Diffusion model file on the node.' })
  unet?: string;

  @OptionalStr({ description: 'Text encoder file on the node.' })
  clip?: string;

  @OptionalStr({ description: 'VAE file on the node.' })
  vae?: string;

  @OptionalNum({ default: 1, description: 'How strongly `lora_checkpoint` acts.' })
  lora_strength?: number;

  @OptionalStr({
    description:
      'Source image for image-to-image: the media path of a file that you may use, or its `/media/…` URL.',
  })
  image?: string;

  @OptionalNum({ description: 'How much of the source image may change, 0 to 1.', example: 0.6 })
  denoise?: number;

  @OptionalStr({
    description: 'Checkpoint file on the node: `GET /api/comfy/models/checkpoints?provider=<id>`.',
  })
  checkpoint?: string;

  @OptionalAnyObject(WORKFLOW_PARAMS)
  workflow_params?: Record<string, unknown>;

  @OptionalOneOf(JOB_PRIORITIES, PRIORITY)
  priority?: JobPriority;

  @OptionalFlag(PREVIEWS)
  previews?: boolean;

  @OptionalFlag(SUBMIT)
  submit?: boolean;
}
