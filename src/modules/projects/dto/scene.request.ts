import {
  Int,
  OptionalAnyObject,
  OptionalInt,
  OptionalStr,
  OptionalStrArray,
  ReadOnlyField,
  Str,
} from '../../../platform/validation/body-fields';
import { PatchDto } from '../../../platform/validation/field';
import { MAX_NUMBER } from '../tree/story-tree';
import { CAST, METADATA, OWN_PATH, SCENE_ID } from './story-fields';
import { ProjectParams } from './project.request';

const NUMBER = {
  min: 1,
  max: MAX_NUMBER,
  description: 'Position in the film; no two scenes of a project have the same.',
  example: 1,
};
const TITLE = { max: 200, description: 'Title, also of the chapter in the film.' };
const SETTING = {
  max: 64,
  default: 'interior',
  description: 'Such as interior or exterior.',
  example: 'exterior',
};
const WEATHER = { max: 64, default: 'clear', description: 'Weather.', example: 'rain' };
const SUMMARY = { max: 20_000, description: 'What happens; never part of a prompt.' };
const LOCATION = { max: 500, description: 'Where it is.', example: 'a harbour street' };
const TIME_OF_DAY = { max: 100, description: 'When it is.', example: 'night' };
const CHARACTERS = {
  ...CAST,
  description: "Ids of the characters in the scene; the project's when empty.",
};

/** `POST /api/projects/{project_id}/scenes`. */
export class SceneDto {
  @Int(NUMBER) scene_number: number;
  @OptionalStr(TITLE) title?: string;
  @OptionalStr(SETTING) setting?: string;
  @OptionalStr(WEATHER) weather?: string;
  @OptionalStr(SUMMARY) summary?: string;
  @OptionalStr(LOCATION) location?: string;
  @OptionalStr(TIME_OF_DAY) time_of_day?: string;
  @OptionalStrArray(CHARACTERS) characters?: string[];
  @OptionalAnyObject(METADATA) metadata?: Record<string, unknown>;
  @OptionalStr({ description: OWN_PATH.description }) project_id?: string;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() shots?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
}

/** `PATCH /api/projects/{project_id}/scenes/{scene_id}`: only the sent fields change; null resets one. */
export class ScenePatchDto extends PatchDto {
  @OptionalStr(OWN_PATH) id?: string;
  @OptionalStr(OWN_PATH) project_id?: string;
  @OptionalInt({ ...NUMBER, nullable: false }) scene_number?: number;
  @OptionalStr(TITLE) title?: string | null;
  @OptionalStr(SETTING) setting?: string | null;
  @OptionalStr(WEATHER) weather?: string | null;
  @OptionalStr(SUMMARY) summary?: string | null;
  @OptionalStr(LOCATION) location?: string | null;
  @OptionalStr(TIME_OF_DAY) time_of_day?: string | null;
  @OptionalStrArray(CHARACTERS) characters?: string[] | null;
  @OptionalAnyObject(METADATA) metadata?: Record<string, unknown> | null;
  @ReadOnlyField() shots?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
}

export class SceneParams extends ProjectParams {
  @Str(SCENE_ID) scene_id: string;
}
