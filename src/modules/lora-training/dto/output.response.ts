import { ApiProperty } from '@nestjs/swagger';
import { WholeListResponse } from '../../../platform/http/page.response';
import { ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';

/** A LoRA that a run has saved. */
export class CheckpointResponse {
  @ApiProperty({ example: 'mara_v1_000000250.safetensors' })
  name: string;
  @ApiProperty({ type: 'integer', example: 250 })
  step: number;
  @ApiProperty({
    description: 'In the training root.',
    example: 'output/mara_v1/mara_v1_000000250.safetensors',
  })
  path: string;
  @ApiProperty({ type: 'integer', description: 'Of all its files.', example: 82_314_240 })
  size_bytes: number;
  @ApiTime()
  modified_at: string;
  @ApiProperty({ example: 'mara_v1' })
  job_name: string;
  @ApiProperty({
    type: [String],
    description: 'Two for models with an expert for high and one for low noise.',
    example: ['mara_v1_000000250.safetensors'],
  })
  files: string[];
}

/** `GET /api/lora-training/checkpoints`. */
export class CheckpointsResponse {
  @ApiProperty({ example: true })
  ok: boolean;
  @ApiProperty({ description: 'Empty without a filter.', example: 'mara_v1' })
  job_name: string;
  @ApiProperty({ type: [CheckpointResponse] })
  checkpoints: CheckpointEntry[];
  @ApiProperty({ type: 'integer', example: 1 })
  count: number;
  @ApiTime({ description: 'When the folder was read.' })
  updated_at: string;
}

/** A sample picture of a run. */
export class SampleResponse {
  @ApiProperty({ example: '1893456000000__000000250_0.jpg' })
  name: string;
  @ApiProperty({ type: 'integer', description: '0: before training.', example: 250 })
  step: number;
  @ApiProperty({ type: 'integer', example: 0 })
  prompt_index: number;
  @ApiProperty({ example: 'mara_tok, portrait, soft daylight' })
  prompt: string;
  @ApiProperty({ example: 'output/mara_v1/samples/1893456000000__000000250_0.jpg' })
  path: string;
  @ApiTime()
  created_at: string;
}

/** `GET /api/lora-training/jobs/{job_name}/samples`. */
export class SamplesResponse extends WholeListResponse {
  @ApiProperty({ type: [SampleResponse] })
  items: Plain<SampleResponse>[];
}

/** `GET /api/lora-training/jobs/{job_name}/log`. */
export class RunLogResponse {
  @ApiProperty({ description: 'At most 64 KiB.', example: 'mara_v1:  25%|##5  | 450/1800\n' })
  log: string;
  @ApiProperty({ type: 'integer', description: 'Send it for the next part.', example: 5120 })
  offset: number;
  @ApiProperty({
    description: 'The part does not continue the one before: the log has begun again.',
    example: false,
  })
  reset: boolean;
}

export type CheckpointEntry = Plain<CheckpointResponse>;
export type Checkpoints = Plain<CheckpointsResponse>;
export type Samples = Plain<SamplesResponse>;
export type RunLog = Plain<RunLogResponse>;
