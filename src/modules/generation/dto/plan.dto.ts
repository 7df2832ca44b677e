import { OneOf } from '../../../platform/validation/body-fields';
import { ImageGenerateDto } from './image-generate.dto';
import { VideoGenerateDto } from './video-generate.dto';

const TYPE = 'Which generate call the rest of the body is for.';

/** What every plan body says first. */
export class PlanTypeDto {
  @OneOf(['image', 'video'], { description: TYPE })
  type: 'image' | 'video';
}

/** A body of `POST /api/image/generate`, and that it is one: for the documentation. */
export class PlanImageDto extends ImageGenerateDto {
  @OneOf(['image'], { description: TYPE })
  type: 'image';
}

/** A body of `POST /api/video/generate`, and that it is one: for the documentation. */
export class PlanVideoDto extends VideoGenerateDto {
  @OneOf(['video'], { description: TYPE })
  type: 'video';
}
