import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '../../../platform/http/page.response';
import { ApiNullable, ApiTime } from '../../../platform/openapi/answer-fields';
import type { Plain } from '../../../platform/plain';
import { LORA_TARGETS, type LoraTarget } from '../../characters/public/character-reader';
import { FindingResponse } from './run.response';

/** A checkpoint that the nodes can use. */
export class PublishedLoraResponse {
  @ApiProperty({ example: true })
  ok: boolean;
  @ApiProperty({
    description: 'How requests and characters name it; of a pair, the file for high noise.',
    example: 'film-crew/mara_v1_250.safetensors',
  })
  name: string;
  @ApiProperty({
    type: [String],
    description: 'Two for models with an expert for high and one for low noise.',
    example: ['film-crew/mara_v1_250.safetensors'],
  })
  files: string[];
  @ApiProperty({ example: 'mara_v1' })
  job_name: string;
  @ApiProperty({ example: 'mara_v1_000000250.safetensors' })
  checkpoint: string;
  @ApiProperty({ type: 'integer', example: 250 })
  step: number;
  @ApiProperty({ type: 'integer', description: 'Of all its files.', example: 82_314_240 })
  size_bytes: number;
  @ApiNullable('string', {
    description: 'By its header, else by the template of the run.',
    example: 'Z-Image',
  })
  base_model: string | null;
  @ApiProperty({ enum: ['install'], description: 'Every caller can use it by its name.' })
  visibility: 'install';
  @ApiProperty({ type: [String], description: 'Nodes that list it now.', example: ['gpu-1'] })
  on: string[];
  @ApiProperty({
    type: [String],
    description: 'Nodes that are online and do not list it.',
    example: [],
  })
  not_on: string[];
  @ApiProperty({ type: [FindingResponse] })
  warnings: Plain<FindingResponse>[];
  @ApiTime()
  published_at: string;
}

export type PublishedLoraRecord = Plain<PublishedLoraResponse>;

/** A LoRA in the list of those that were published. */
export class ListedLoraResponse {
  @ApiProperty({ example: 'film-crew/mara_v1_250.safetensors' })
  name: string;
  @ApiProperty({ type: [String], example: ['film-crew/mara_v1_250.safetensors'] })
  files: string[];
  @ApiProperty({ description: 'Empty when the run was deleted.', example: 'mara_v1' })
  job_name: string;
  @ApiProperty({
    description: 'Empty when the run was deleted.',
    example: 'mara_v1_000000250.safetensors',
  })
  checkpoint: string;
  @ApiProperty({ type: 'integer', example: 250 })
  step: number;
  @ApiProperty({ example: 'mara_tok' })
  trigger_word: string;
  @ApiNullable('string', { example: 'Z-Image' })
  base_model: string | null;
  @ApiProperty({ type: 'integer', description: 'Of all its files.', example: 82_314_240 })
  size_bytes: number;
  @ApiTime()
  published_at: string;
}

/** `GET /api/lora-training/loras`. */
export class ListedLoraPageResponse extends pageOf(ListedLoraResponse) {}

/** `DELETE /api/lora-training/loras/{name}`. */
export class UnpublishedLoraResponse {
  @ApiProperty({ example: true })
  ok: boolean;
  @ApiProperty({ example: 'film-crew/mara_v1_250.safetensors' })
  name: string;
  @ApiProperty({
    type: [String],
    description: 'The deleted files; none where they were gone or had been replaced.',
    example: ['film-crew/mara_v1_250.safetensors'],
  })
  removed: string[];
}

export type ListedLora = Plain<ListedLoraResponse>;
export type ListedLoraPage = Plain<ListedLoraPageResponse>;
export type UnpublishedLora = Plain<UnpublishedLoraResponse>;

/** `POST /api/lora-training/jobs/{job_name}/grid`. */
export class GridResponse {
  @ApiProperty({ example: true })
  ok: boolean;
  @ApiProperty({
    description: 'Follow it at `GET /api/batches/{id}`.',
    example: 'bat_5kZ2rT9uQw1x',
  })
  batch_id: string;
  @ApiProperty({ type: 'integer', description: 'How many jobs it makes.', example: 12 })
  total: number;
  @ApiProperty({
    type: [String],
    description: 'The names under which the checkpoints are published.',
    example: ['film-crew/mara_v1_250.safetensors'],
  })
  loras: string[];
  @ApiProperty({ example: '/api/batches/bat_5kZ2rT9uQw1x/contact-sheet' })
  contact_sheet: string;
}

export const VERIFICATION_STATUSES = ['running', 'applied', 'not_applied', 'failed'] as const;

/** The result of a check whether a node applies a LoRA. */
export class VerificationResponse {
  @ApiProperty({
    description: 'Also the id of the batch that renders.',
    example: 'bat_5kZ2rT9uQw1x',
  })
  id: string;
  @ApiProperty({
    enum: VERIFICATION_STATUSES,
    description: '`not_applied`: both renders have the same pixels.',
  })
  status: (typeof VERIFICATION_STATUSES)[number];
  @ApiProperty({ example: 'The node gpu-1 applies it: the renders differ.' })
  message: string;
  @ApiProperty({ example: 'gpu-1' })
  provider: string;
  @ApiProperty({ example: 'film-crew/mara_v1_250.safetensors' })
  name: string;
  @ApiNullable('string', { description: 'Media path of the render.' })
  without: string | null;
  @ApiNullable('string', { description: 'Media path of the render.' })
  with: string | null;
}

/** A LoRA of a character. */
export class BoundLoraResponse {
  @ApiProperty({ example: 'z-image-turbo-t2i' })
  workflow: string;
  @ApiProperty({ example: 'film-crew/mara_v1_250.safetensors' })
  name: string;
  @ApiProperty({ example: 1 })
  strength: number;
  @ApiNullable('string', { example: 'Z-Image' })
  base_model: string | null;
  @ApiProperty({ enum: LORA_TARGETS, example: 'both' })
  target: LoraTarget;
}

/** `POST /api/lora-training/jobs/{job_name}/bind`. */
export class BoundCharacterResponse {
  @ApiProperty({ example: true })
  ok: boolean;
  @ApiProperty({ example: 'mara' })
  character: string;
  @ApiProperty({ description: 'Put in front of prompts that lack it.', example: 'mara_tok' })
  trigger: string;
  @ApiProperty({ type: [BoundLoraResponse], description: 'All that the character has now.' })
  loras: Plain<BoundLoraResponse>[];
  @ApiProperty({
    type: [String],
    description:
      'LoRAs that the character had for this workflow from runs with the same trigger word; it has them no longer.',
    example: [],
  })
  replaced: string[];
  @ApiProperty({ type: PublishedLoraResponse })
  lora: PublishedLoraRecord;
}

export type GridRecord = Plain<GridResponse>;
export type VerificationRecord = Plain<VerificationResponse>;
export type BoundCharacter = Plain<BoundCharacterResponse>;
