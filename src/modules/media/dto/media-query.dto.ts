import { PageQuery } from '../../../platform/http/paging';
import { Str } from '../../../platform/validation/body-fields';
import { AllowUnknownParameters } from '../../../platform/validation/field';
import { QueryFlag, QueryOneOf, QueryStr } from '../../../platform/validation/query-fields';
import { THUMBNAIL_EDGES, type ThumbnailEdge } from '../catalogue/media-url';
import { MEDIA_TYPES, type MediaType } from '../public/media-reader';

/** Longer than any real value. */
const VALUE = { min: 1, max: 200 };

/** `GET /api/media`. Filters narrow each other. */
export class MediaQuery extends PageQuery {
  @QueryOneOf(MEDIA_TYPES, {
    description: 'What it is. What moves is a video; `file` is anything else that a job saved.',
  })
  type?: MediaType;

  @QueryStr({
    max: 1000,
    description:
      'Words to find in name, description, prompt and tags: all of them, each as the beginning of a word.',
    example: 'red fox',
  })
  q?: string;

  @QueryStr({ ...VALUE, description: 'A tag.', example: 'favourite' })
  tag?: string;

  @QueryStr({ ...VALUE, description: 'A character id: media that show it.' })
  character?: string;

  @QueryStr({ ...VALUE, description: 'A project id: media made for it.' })
  project?: string;

  @QueryStr({ ...VALUE, description: 'A training dataset: media that belong to it.' })
  dataset?: string;

  @QueryStr({ ...VALUE, description: 'A job: what it made.' })
  prompt_id?: string;

  @QueryStr({ ...VALUE, description: "An agent, as `owner` of admins' records names it." })
  owner?: string;

  @QueryFlag({
    default: false,
    description: 'Also count what matches by type, project, tag and character.',
  })
  facets?: boolean;
}

/** The file in the path. */
export class MediaParams {
  @Str({
    description: 'The `path` that uploading, a job or a list answered.',
    example: 'kitchen-5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10-19581e27de7c-0.png',
  })
  path: string;
}

/** `GET /media/{path}`. */
@AllowUnknownParameters()
export class FileQuery {
  @QueryOneOf(THUMBNAIL_EDGES, {
    description:
      'A WebP instead that fits into a square of so many pixels, never larger than the picture itself.',
    example: 256,
  })
  thumbnail?: ThumbnailEdge;
}
