import { ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { LIMIT_KEYWORD, type LimitName } from '../../../platform/validation/field';
import { ImageGenerateDto } from '../dto/image-generate.dto';
import { VideoGenerateDto } from '../dto/video-generate.dto';

const PROMPT = {
  minLength: 1,
  [LIMIT_KEYWORD]: 'prompt_chars' satisfies LimitName,
  description: 'Omitted: composed from the prompts and the camera of the shot, and from its scene.',
  example: 'a keeper at the lamp',
};

/** The body of an image take, for the documentation: that of `POST /api/image/generate` without what the shot gives. */
export class ImageTakeDto extends OmitType(ImageGenerateDto, ['prompt']) {
  @ApiPropertyOptional(PROMPT)
  prompt?: string;
}

/** The body of a video take, for the documentation: that of `POST /api/video/generate` without what the shot gives. */
export class VideoTakeDto extends OmitType(VideoGenerateDto, ['prompt']) {
  @ApiPropertyOptional(PROMPT)
  prompt?: string;
}
