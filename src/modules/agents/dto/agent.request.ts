import {
  OptionalFlag,
  OptionalInt,
  OptionalStr,
  OptionalStrArray,
  ReadOnlyField,
  Str,
} from '../../../platform/validation/body-fields';
import { PatchDto } from '../../../platform/validation/field';

const ID = {
  pattern: /^[a-z0-9][a-z0-9_-]{0,63}$/,
  form: 'up to 64 lower case letters, digits, _ and -, beginning with a letter or digit',
  description: 'How people name the account: lower case letters, digits, `_` and `-`.',
  example: 'film-crew',
};
/** Control characters, line separators, and what overrides the direction of the text around it. */
const NAME = {
  min: 1,
  max: 100,
  pattern: /^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u,
  form: 'one line of text, without control characters or marks that override the direction of text',
  description: 'What people read: one line.',
  example: 'Film crew',
};
/** The same, but lines may end. */
const BIO = {
  max: 280,
  pattern: /^(?:\n|[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069])*$/u,
  form: 'text without control characters (line feeds are fine) or marks that override the direction of text',
};
const CHARACTERS = {
  item: { pattern: /^[A-Za-z0-9_-]{1,64}$/, form: 'an id: 1 to 64 letters, digits, _ and -' },
  description: 'Ids of the characters that the key may use; empty allows every character.',
  example: ['mira'],
};
const WORKFLOWS = {
  item: { pattern: /^[A-Za-z0-9._-]{1,64}$/, form: 'an id: 1 to 64 letters, digits, ., _ and -' },
  description: 'Ids of the workflows that the key may use; empty allows every workflow.',
  example: ['sdxl-t2i'],
};
const CAP = {
  min: 1,
  description: 'Jobs that may be queued or running at a time; null means any number.',
  example: 4,
};

/** The account in the path. */
export class AgentParams {
  @Str(ID) id: string;
}

/** The account in the path of its profile. */
export class ProfileParams {
  @Str(ID) agent_id: string;
}

/** `POST /api/agents`. */
export class CreateAgentDto {
  @Str(ID) id: string;
  @Str(NAME) name: string;
  @OptionalFlag({ description: 'Sees everything and manages keys.', default: false })
  is_admin?: boolean;
  @OptionalStrArray(CHARACTERS) allowed_characters?: string[];
  @OptionalStrArray(WORKFLOWS) allowed_workflows?: string[];
  @OptionalInt(CAP) max_concurrent_jobs?: number;
}

/** `PATCH /api/agents/{id}`: what is absent stays; null empties an allowlist, which allows everything. */
export class UpdateAgentDto extends PatchDto {
  @OptionalStr({ ...NAME, nullable: false }) name?: string;
  @OptionalFlag({ nullable: false, description: 'False revokes the key, true lets it work again.' })
  enabled?: boolean;
  @OptionalFlag({ nullable: false, description: 'Sees everything and manages keys.' })
  is_admin?: boolean;
  @OptionalStrArray(CHARACTERS) allowed_characters?: string[] | null;
  @OptionalStrArray(WORKFLOWS) allowed_workflows?: string[] | null;
  @OptionalInt({ ...CAP, nullable: true }) max_concurrent_jobs?: number | null;
  @OptionalStr({ nullable: false, description: 'The id in the path; it can’t be changed.' })
  id?: string;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() last_used_at?: unknown;
  @ReadOnlyField() avatar?: unknown;
  @ReadOnlyField() bio?: unknown;
}

/** `PATCH /api/agents/{agent_id}/profile`. */
export class UpdateProfileDto extends PatchDto {
  @OptionalStr({
    min: 1,
    max: 200,
    description: 'Path of a picture that the account can read; null takes it away.',
    example: 'kitchen-5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10-19581e27de7c-0.png',
  })
  avatar?: string | null;
  @OptionalStr({ ...BIO, description: 'A few words about the account; null empties it.' })
  bio?: string | null;
  @OptionalStr({ nullable: false, description: 'The id in the path; it can’t be changed.' })
  id?: string;
  @ReadOnlyField() name?: unknown;
}
