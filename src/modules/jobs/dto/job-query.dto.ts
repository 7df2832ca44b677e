import { SEARCH_WORDS } from '../../../platform/search-text';
import { Str } from '../../../platform/validation/body-fields';
import {
  QueryCsv,
  QueryInt,
  QueryOneOf,
  QueryStr,
} from '../../../platform/validation/query-fields';
import { EVENT_KINDS, type EventKind } from '../../../platform/events/event-kinds';
import { PageQuery } from '../../../platform/http/paging';
import { JOB_STATUSES, type JobStatus } from '../tracking/job-state';

/** Longer than any id. */
const ID = { max: 200 };

/** `GET /api/jobs`. A job must match all filters. */
export class JobsQuery extends PageQuery {
  @QueryCsv({
    oneOf: JOB_STATUSES,
    description: 'One status or several, separated by commas.',
    example: ['queued', 'running'],
  })
  status?: JobStatus[];

  @QueryOneOf(['image', 'video'], { description: 'What the job makes.' })
  kind?: 'image' | 'video';

  @QueryStr({ ...ID, description: 'A workflow id.', example: 'sdxl-t2i' })
  workflow?: string;

  @QueryStr({ ...ID, description: 'A provider id.', example: 'simulator' })
  provider?: string;

  @QueryStr({ ...ID, description: 'A character id: jobs that show it.' })
  character?: string;

  @QueryStr({ ...ID, description: 'A project id: jobs made for it.' })
  project?: string;

  @QueryStr({
    ...ID,
    description: "An agent, by the `owner` name in admins' records.",
    example: 'film-crew',
  })
  owner?: string;

  @QueryStr({
    ...ID,
    description: 'Id of a batch or of a project’s generation: jobs that it made.',
  })
  batch?: string;

  @QueryStr({
    max: 1000,
    words: SEARCH_WORDS,
    description:
      'Words, or parts of words, that the prompt has: all of them, in any order; at most 20.',
    example: 'red fox',
  })
  q?: string;

  @QueryOneOf(['batch'], {
    description:
      'batch: of the jobs of a batch that match, only the first; `GET /api/batches/{id}` counts them.',
  })
  group?: 'batch';

  @QueryOneOf(['newest', 'oldest'], {
    description: 'Which jobs come first: `newest` (the default) or `oldest`.',
  })
  order?: 'newest' | 'oldest';

  @QueryStr({
    max: 40,
    format: 'date-time',
    description: 'Jobs made at or after this time (ISO 8601 with a time zone).',
    example: '2026-01-31T12:00:00Z',
  })
  since?: string;

  @QueryCsv({
    min: 1,
    max: 200,
    item: { max: 200 },
    description: 'Only these jobs: prompt ids, separated by commas.',
  })
  prompt_ids?: string[];

  @QueryInt({
    min: 0,
    max: 60,
    description:
      'With `prompt_ids` and nothing else but `until`: hold the answer until the jobs end or the node of one goes away or ' +
      'is back, at most this many seconds. Answers all of them, and `missing`. Beyond your limit of waiting requests it answers ' +
      'at once, with `Retry-After`.',
  })
  wait?: number;

  @QueryOneOf(['any', 'all'], {
    description:
      'With `wait`: whether to answer at the first end, or once all have ended (the default).',
  })
  until?: 'any' | 'all';
}

/** `GET /api/jobs/{prompt_id}/events`. */
export class EventsQuery {
  @QueryCsv({
    oneOf: EVENT_KINDS,
    description:
      'Only events of these kinds, separated by commas. `session`, `end` and `resync` are sent in any case.',
    example: ['job', 'output'],
  })
  events?: EventKind[];
}

/** `GET /api/events`. */
export class AllEventsQuery extends EventsQuery {
  @QueryStr({
    max: 64,
    description:
      'Answers JSON instead of a stream: the events after this id, at most 500, `next_since` for the next request and ' +
      '`has_more`, whether to send that at once. `latest` ' +
      'answers no events, only where to begin. An id that is unknown or older than 24 hours answers one `resync`: load again ' +
      'what you need.',
    example: 'latest',
  })
  since?: string;
}

export class JobParams {
  @Str({
    min: 1,
    max: 200,
    description: "The `prompt_id` of the submission's answer.",
    example: '5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10',
  })
  prompt_id: string;
}

/** `GET /api/jobs/{prompt_id}`. */
export class JobWaitQuery {
  @QueryInt({
    min: 0,
    max: 60,
    description:
      'Hold the answer until the job ends or its node goes away or is back, at most this many seconds. Beyond your limit of ' +
      'waiting requests it answers at once, with `Retry-After`.',
    example: 30,
  })
  wait?: number;
}
