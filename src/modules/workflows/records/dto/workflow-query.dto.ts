import { PageQuery } from '../../../../platform/http/paging';
import { Str } from '../../../../platform/validation/body-fields';
import { QueryFlag, QueryOneOf, QueryStr } from '../../../../platform/validation/query-fields';

/** `GET /api/workflows`. Filters narrow each other. */
export class WorkflowsQuery extends PageQuery {
  @QueryOneOf(['image', 'video'], { description: 'What the workflow makes.' })
  kind?: 'image' | 'video';

  @QueryStr({
    max: 200,
    description:
      "A provider id: only workflows that this node can run, or, with `runnable=false`, those that it can't.",
    example: 'simulator',
  })
  provider?: string;

  @QueryFlag({ description: 'Only workflows that some node can run (true), or none can (false).' })
  runnable?: boolean;

  @QueryFlag({
    description:
      'Admins: also `problems`, the files of the workflows folder that are not in the catalogue as they stand. Others get none.',
  })
  with_problems?: boolean;
}

/** The workflow in the path. */
export class WorkflowParams {
  @Str({ min: 1, max: 200, description: 'From GET /api/workflows.', example: 'my-portraits' })
  workflow_id: string;
}
