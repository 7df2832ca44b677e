import type { GenerationKind } from '../public/generation-planner';
import { ImageGenerateDto } from './image-generate.dto';
import { VideoGenerateDto } from './video-generate.dto';

/** The request class of each kind of job. */
export const GENERATE_BODY = {
  image: ImageGenerateDto,
  video: VideoGenerateDto,
} as const satisfies Readonly<Record<GenerationKind, unknown>>;
