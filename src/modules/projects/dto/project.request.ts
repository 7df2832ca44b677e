import { PageQuery } from '../../../platform/http/paging';
import {
  OptionalAnyObject,
  OptionalInt,
  OptionalNested,
  OptionalOneOf,
  OptionalStr,
  OptionalStrArray,
  ReadOnlyField,
  Str,
  StrArray,
} from '../../../platform/validation/body-fields';
import { PatchDto } from '../../../platform/validation/field';
import { QueryStr } from '../../../platform/validation/query-fields';
import { VoiceConfigDto } from '../../characters/public/voice-config';
import { STORED_PROJECT_STATUSES } from '../records/project.entity';
import { CAST, METADATA, OWN_PATH, PROJECT_ID } from './story-fields';

/** `rendering` is answered while a render is unfinished; it is never stored. */
export const PROJECT_STATUSES = [
  ...STORED_PROJECT_STATUSES.slice(0, 3),
  'rendering',
  ...STORED_PROJECT_STATUSES.slice(3),
] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

const TITLE = { min: 1, max: 200, description: 'Title of the film.', example: 'The last lantern' };
const DESCRIPTION = { max: 20_000, description: 'Free text; never part of a prompt.' };
const ASPECT_RATIO = {
  pattern: /^[1-9]\d{0,3}:[1-9]\d{0,3}$/,
  form: 'width:height as whole numbers, such as 9:16, 16:9 or 239:100',
  default: '9:16',
  description: 'Width to height of all images, videos and renders; at most 10 to 1.',
  example: '16:9',
};
const DURATION = {
  min: 1,
  max: 86_400,
  description: 'Intended length of the film in seconds; informational.',
};
const STATUS = {
  default: 'draft',
  description:
    'Where the work is. `rendering` while a render is unfinished: sending it leaves the status as it is. A render that ends sets `completed` or `failed`.',
};
const CHARACTERS = {
  ...CAST,
  description: 'The cast: ids of characters that you may use. Scenes and shots may have their own.',
};
const NARRATOR = { description: 'Voice of the speaker `narrator`; null for none.' };

/** `POST /api/projects`. */
export class ProjectDto {
  @Str(TITLE) title: string;
  @OptionalStr(DESCRIPTION) description?: string;
  @OptionalStr(ASPECT_RATIO) aspect_ratio?: string;
  @OptionalInt(DURATION) duration_seconds?: number;
  @OptionalOneOf(PROJECT_STATUSES, STATUS) status?: ProjectStatus;
  @OptionalStrArray(CHARACTERS) characters?: string[];
  @OptionalNested(() => VoiceConfigDto, NARRATOR) narrator_voice?: VoiceConfigDto;
  @OptionalAnyObject(METADATA) metadata?: Record<string, unknown>;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() scenes?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
  @ReadOnlyField() owner?: unknown;
}

/** `PATCH /api/projects/{project_id}`: only the sent fields change, each as a whole; null resets one. */
export class ProjectPatchDto extends PatchDto {
  @OptionalStr(OWN_PATH) id?: string;
  @OptionalStr({ ...TITLE, nullable: false }) title?: string;
  @OptionalStr(DESCRIPTION) description?: string | null;
  @OptionalStr(ASPECT_RATIO) aspect_ratio?: string | null;
  @OptionalInt(DURATION) duration_seconds?: number | null;
  @OptionalOneOf(PROJECT_STATUSES, STATUS) status?: ProjectStatus | null;
  @OptionalStrArray(CHARACTERS) characters?: string[] | null;
  @OptionalNested(() => VoiceConfigDto, NARRATOR) narrator_voice?: VoiceConfigDto | null;
  @OptionalAnyObject(METADATA) metadata?: Record<string, unknown> | null;
  @ReadOnlyField() scenes?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;
  @ReadOnlyField() owner?: unknown;
}

export class ProjectParams {
  @Str(PROJECT_ID) project_id: string;
}

/** `GET /api/projects`. */
export class ProjectsQuery extends PageQuery {
  @QueryStr({
    max: 200,
    description: "Admins: an agent's projects, or `*` for all. Omitted: your own.",
    example: 'film-crew',
  })
  owner?: string;
}

/** `PUT …/order`. */
export class OrderDto {
  @StrArray({
    max: 1000,
    item: { min: 1, max: 200 },
    description: 'Every current id, each once, in the new order.',
  })
  ids: string[];
}
