import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PageResponse } from '../../../../platform/http/page.response';
import { ApiNullable } from '../../../../platform/openapi/answer-fields';
import { ALL_MODES } from '../../catalogue/manifest.schema';
import type { Plain } from '../../../../platform/plain';
import type { InputNeed } from '../../public/workflow';

const NEEDS: readonly InputNeed[] = ['required', 'optional', 'none'];

/** Which files a workflow takes. */
export class WorkflowInputsResponse {
  @ApiProperty({ enum: NEEDS })
  image: InputNeed;
  @ApiProperty({ enum: NEEDS })
  audio: InputNeed;
  @ApiProperty({ enum: NEEDS })
  video: InputNeed;
}

/** Measured run times on one node. */
export class RunTimeResponse {
  @ApiProperty({ example: 'simulator' })
  provider: string;
  @ApiProperty({
    description:
      'Seconds from start to end, middle of the last runs, whatever their size. By size: `requirements.notes` of the record, `POST /api/plan`.',
    example: 12.4,
  })
  median_seconds: number;
  @ApiProperty({ description: 'Nine of ten runs took no longer.', example: 15.9 })
  p90_seconds: number;
  @ApiPropertyOptional({ type: 'integer', description: 'Runs that count; admins only.' })
  samples?: number;
}

/** A workflow in a list. */
export class WorkflowItemResponse {
  @ApiProperty({ example: 'sdxl-t2i' })
  id: string;
  @ApiProperty({ example: 'SDXL: text to image' })
  name: string;
  @ApiProperty()
  description: string;
  @ApiProperty({ enum: ['image', 'video'] })
  kind: 'image' | 'video';
  @ApiProperty({ enum: ALL_MODES, isArray: true, example: ['t2i'] })
  modes: readonly string[];
  @ApiProperty({ enum: ['builtin', 'imported'] })
  source: 'builtin' | 'imported';
  @ApiProperty({ type: WorkflowInputsResponse })
  inputs: Plain<WorkflowInputsResponse>;
  @ApiProperty()
  supports_lora: boolean;
  @ApiProperty({
    type: [String],
    description:
      'Nodes that have everything it needs, as last known. GET /api/providers tells which are online.',
    example: ['simulator'],
  })
  runnable_on: readonly string[];
  @ApiProperty({ type: [RunTimeResponse] })
  run_time: readonly RunTime[];
}

/** A file of the workflows folder whose current content isn't in the catalogue. */
export class FolderProblemResponse {
  @ApiProperty({ description: 'Its name; empty: the folder itself.', example: 'mine.json' })
  file: string;
  @ApiProperty({
    enum: ['broken', 'needs_nodes', 'unread'],
    description:
      'needs_nodes: it is converted by itself once a node offers its classes. ' +
      'unread: it came with many others and is read within seconds.',
  })
  status: 'broken' | 'needs_nodes' | 'unread';
  @ApiNullable('integer', { description: 'Counts from 1.', example: 12 })
  line: number | null;
  @ApiProperty({ description: 'Empty: the file as a whole.', example: 'params.width.grid' })
  field: string;
  @ApiProperty()
  reason: string;
}

/** `GET /api/workflows`. */
export class WorkflowPageResponse extends PageResponse {
  @ApiProperty({ type: [WorkflowItemResponse] })
  items: readonly WorkflowItem[];
  @ApiPropertyOptional({ type: [FolderProblemResponse], description: 'Only when asked for.' })
  problems?: readonly Plain<FolderProblemResponse>[];
}

export type RunTime = Plain<RunTimeResponse>;
export type WorkflowItem = Plain<WorkflowItemResponse>;
export type WorkflowPage = Plain<WorkflowPageResponse>;
