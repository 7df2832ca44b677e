import { OptionalAnyObject, Str } from '../../../platform/validation/body-fields';

export class RerunParams {
  @Str({
    min: 1,
    max: 200,
    description: "The job's prompt_id.",
    example: '5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10',
  })
  prompt_id: string;
}

/** The body of `POST /api/jobs/{prompt_id}/rerun`. */
export class RerunDto {
  @OptionalAnyObject({
    description:
      'Fields of the generate body to change. Objects merge, lists are replaced, null removes (RFC 7396); `{"seed": null}` draws a new seed.',
    acceptsUnknownFields: true,
    example: { seed: null, steps: 30 },
  })
  changes?: Record<string, unknown>;
}
