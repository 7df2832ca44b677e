import { OneOf } from '../../../platform/validation/body-fields';
import { BodyVariants } from '../../../platform/validation/field';
import { GENERATE_BODY } from './generate-body';
import { ImageGenerateDto } from './image-generate.dto';
import { VideoGenerateDto } from './video-generate.dto';

const TYPE = 'Which generate call the rest of the body is for.';

/** A body of `POST /api/image/generate` with its type: for the documentation. */
export class PlanImageDto extends ImageGenerateDto {
  @OneOf(['image'], { description: TYPE })
  type: 'image';
}

/** A body of `POST /api/video/generate` with its type: for the documentation. */
export class PlanVideoDto extends VideoGenerateDto {
  @OneOf(['video'], { description: TYPE })
  type: 'video';
}

/** The rest of the body is checked as the body of the generate call that `type` names. */
@BodyVariants('type', GENERATE_BODY)
export class PlanDto {
  @OneOf(['image', 'video'], { description: TYPE })
  type: 'image' | 'video';
}
