import { StrArray } from '../../../../platform/validation/body-fields';

/** Media that one request may name. */
export const MAX_PATHS = 1_000;

/** The media of a request for several. */
export class MediaPathsDto {
  @StrArray({
    min: 1,
    max: MAX_PATHS,
    item: { min: 1, max: 200 },
    description: 'Paths of media.',
    example: ['kitchen-5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10-19581e27de7c-0.png'],
  })
  paths: string[];
}
