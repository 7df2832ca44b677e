import { OptionalAnyObject, Str } from '../../../platform/validation/body-fields';

export class RerunParams {
  @Str({ min: 1, description: "The job's prompt_id." })
  prompt_id: string;
}

/** The body of `POST /api/jobs/{prompt_id}/rerun`. */
export class RerunDto {
  @OptionalAnyObject({
    description:
      'Fields of the generate body to change. Objects merge, lists are replaced, null removes (RFC 7396); `{"seed": null}` draws a new seed.',
    example: { seed: null, steps: 30 },
  })
  changes?: Record<string, unknown>;
}
