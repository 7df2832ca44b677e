import { OptionalAnyObject, OptionalStr, Str } from '../../../../platform/validation/body-fields';
import { MANIFEST_FIELDS } from '../../catalogue/manifest.schema';
import { WORKFLOW_ID, WORKFLOW_ID_FORM } from '../../catalogue/workflow-id';

/** `POST /api/workflows`: `graph` or `media`. */
export class ImportWorkflowDto {
  @Str({
    min: 1,
    max: 64,
    pattern: WORKFLOW_ID,
    form: WORKFLOW_ID_FORM,
    description: 'Lower-case letters, digits, - and _: what requests name.',
    example: 'my-portraits',
  })
  id: string;

  @OptionalStr({ min: 1, max: 200, description: 'Display name; the id by default.' })
  name?: string;

  @OptionalAnyObject({
    description:
      "A graph in ComfyUI's API format, a file as its editor saves it, or either of them wrapped. Whole numbers beyond 2^53 − 1 as texts of digits.",
    // An editor's file has one list of all its links.
    maxListItems: 100_000,
  })
  graph?: Record<string, unknown>;

  @OptionalStr({
    min: 1,
    max: 300,
    description:
      "Path or URL of a picture, video or sound of yours that carries ComfyUI's metadata, instead of `graph`.",
    example: 'lighthouse-3f6b-0.png',
  })
  media?: string;

  @OptionalAnyObject({
    description:
      'Fields that override what is derived from the graph; all are optional, unknown ones are refused.',
    keys: MANIFEST_FIELDS,
    example: { params: { width: { default: 768 } } },
  })
  manifest?: Record<string, unknown>;
}
