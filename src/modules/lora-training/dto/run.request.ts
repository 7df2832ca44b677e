import { PageQuery } from '../../../platform/http/paging';
import { Int, Str } from '../../../platform/validation/body-fields';
import {
  QueryFlag,
  QueryInt,
  QueryOneOf,
  QueryStr,
} from '../../../platform/validation/query-fields';
import { RUN_STATUSES, type RunStatus } from '../runs/training-run.entity';
import { JOB_NAME } from './names';

const MAX_FILE_NAME = 200;

export class RunParams {
  @Str(JOB_NAME) job_name: string;
}

export class CheckpointParams extends RunParams {
  @Str({
    min: 1,
    max: MAX_FILE_NAME,
    description: 'As `GET /api/lora-training/checkpoints` names it.',
    example: 'mara_v1_000000250.safetensors',
  })
  name: string;
}

export class SampleParams extends RunParams {
  @Str({ min: 1, max: MAX_FILE_NAME, example: '1893456005000__000000250_0.jpg' }) name: string;
}

/** `POST /api/lora-training/jobs/{job_name}/continue`. */
export class ContinueTrainingDto {
  @Int({
    min: 100,
    max: 10_000,
    description: 'The new total, above the step of the last checkpoint.',
    example: 3000,
  })
  steps: number;
}

/** `DELETE /api/lora-training/jobs/{job_name}`. */
export class DeleteRunQuery {
  @QueryFlag({
    description:
      'Also a run that is being stopped, for a toolkit that will not answer any more. If its trainer still runs, it continues.',
  })
  force?: boolean;
}

/** `GET /api/lora-training/jobs`. */
export class RunsQuery extends PageQuery {
  @QueryOneOf(RUN_STATUSES, { description: 'Only runs in this state.' })
  status?: RunStatus;

  @QueryStr({
    max: 200,
    description: "Admins: an agent's runs, or `*` for all. Omitted: your own.",
    example: 'film-crew',
  })
  owner?: string;
}

/** `GET /api/lora-training/checkpoints`. */
export class CheckpointsQuery {
  @QueryStr({ ...JOB_NAME, description: 'Only those of this run.' })
  job_name?: string;
}

/** `GET /api/lora-training/jobs/{job_name}/log`. */
export class LogQuery {
  @QueryInt({ min: 0, description: 'Bytes that were read before.' })
  offset?: number;
}
