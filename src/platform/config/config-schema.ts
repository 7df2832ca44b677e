import type { SchemaObject } from 'ajv';
import type { LogLevel, ProviderConfig } from './app-config';
import {
  checkBaseUrl,
  checkDatabaseUrl,
  checkGpuIds,
  checkHeaderName,
  checkHeaderValue,
  checkHost,
  checkNetwork,
  checkOrigin,
  checkProviderId,
  notEmpty,
  type TextCheck,
} from './value-checks';

/*
 * The schema of config.json with the default of every field. Two custom keywords: `check` is a function that checks a text; `write` says what to write instead of a wrong value.
 */

const MIB = 1024 * 1024;
const TEN_YEARS_S = 10 * 365 * 86_400;
const ONE_DAY_MS = 86_400_000;
const MAX = Number.MAX_SAFE_INTEGER;

export const LOG_LEVELS: readonly LogLevel[] = [
  'fatal',
  'error',
  'warn',
  'info',
  'debug',
  'trace',
  'silent',
];

/** Headers by which a proxy sends a file instead of us. */
const SENDFILE_HEADERS = ['X-Accel-Redirect', 'X-Sendfile'] as const;

const text = (check?: TextCheck, fallback?: string): SchemaObject => ({
  type: 'string',
  ...(check ? { check } : {}),
  ...(fallback === undefined ? {} : { default: fallback }),
  write: 'write a text in quotes',
});

/** A text, or null where nothing is set. */
const optionalText = (check: TextCheck): SchemaObject => ({
  ...text(check),
  nullable: true,
  default: null,
});

const integer = (fallback: number, minimum: number, maximum: number): SchemaObject => ({
  type: 'integer',
  minimum,
  maximum,
  default: fallback,
  write: `write a whole number from ${minimum} to ${maximum}`,
});

/** A whole number, or null for no limit. */
const optionalInteger = (minimum: number, maximum: number): SchemaObject => ({
  ...integer(minimum, minimum, maximum),
  nullable: true,
  default: null,
  write: `write a whole number from ${minimum} to ${maximum}, or null for no limit`,
});

const flag = (fallback: boolean): SchemaObject => ({
  type: 'boolean',
  default: fallback,
  write: 'write true or false, without quotes',
});

const oneOf = (fallback: string, allowed: readonly string[]): SchemaObject => ({
  enum: allowed,
  default: fallback,
  write: `write one of ${allowed.join(', ')}`,
});

const list = (items: SchemaObject, fallback: readonly unknown[] = []): SchemaObject => ({
  type: 'array',
  items,
  default: fallback,
  write: 'write a list: […]',
});

/** An object with any names. */
const anyObject = (rules: SchemaObject = {}): SchemaObject => ({
  type: 'object',
  ...rules,
  default: {},
  write: 'write an object: {…}',
});

/** An object with these fields only, so that a misspelt field is reported. */
const section = (properties: Readonly<Record<string, SchemaObject>>): SchemaObject =>
  anyObject({ properties, additionalProperties: false });

/** The embedded simulator: the service works before any other node is named. */
const EMBEDDED = { id: 'simulator', kind: 'simulator', default: true };

const ROLES: ProviderConfig['roles'] = ['image', 'video'];

const provider = section({
  id: text(checkProviderId),
  kind: oneOf('comfyui', ['comfyui', 'simulator']),
  base_url: optionalText(checkBaseUrl),
  name: text(notEmpty),
  roles: list(oneOf('image', ROLES), ROLES),
  headers: anyObject({
    propertyNames: { type: 'string', check: checkHeaderName },
    additionalProperties: text(checkHeaderValue),
  }),
  default: flag(false),
  step_ms: integer(30, 0, 60_000),
});

const MINUTE_MS = 60_000;
/** Attempts of a webhook 5 s, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours after the first (Standard Webhooks). */
const RETRY_PAUSES_MS = [
  5_000,
  ...[5, 25, 90, 180, 300, 240, 360, 240].map((minutes) => minutes * MINUTE_MS),
];

const MEDIA_TYPES = ['image', 'video', 'audio', 'file'];
const MEDIA_SOURCES = ['generated', 'uploaded', 'derived'];

/** One of these, or null, which means `none`. */
const optionalOneOf = (allowed: readonly string[], none: string): SchemaObject => ({
  enum: [...allowed, null],
  default: null,
  write: `write one of ${allowed.join(', ')}, or null ${none}`,
});

const retentionRule: SchemaObject = {
  ...section({
    // Without a default: nothing moves to the trash at an age that nobody wrote.
    older_than_days: { ...integer(1, 1, 36_500), default: undefined },
    type: optionalOneOf(MEDIA_TYPES, 'for all'),
    source: optionalOneOf(MEDIA_SOURCES, 'for all'),
    unrated: flag(true),
    not_favourite: flag(true),
  }),
  required: ['older_than_days'],
  write: 'write a rule with its age, such as { "older_than_days": 90 }',
};

const root = section({
  server: section({
    host: text(checkHost, '127.0.0.1'),
    port: integer(8190, 0, 65_535),
    public_url: optionalText(checkBaseUrl),
    allowed_hosts: list(text(checkHost)),
    cors_origins: list(text(checkOrigin)),
    trusted_proxies: list(text(checkNetwork)),
    sendfile_header: optionalOneOf(SENDFILE_HEADERS, 'to send files without a proxy'),
  }),
  data_dir: text(notEmpty, 'data'),
  database: section({ url: text(checkDatabaseUrl) }),
  security: section({ require_api_key: flag(false), allow_node_files: flag(false) }),
  providers: list(provider, [EMBEDDED]),
  limits: section({
    body_bytes: integer(4 * MIB, 1024, 256 * MIB),
    upload_bytes: integer(512 * MIB, 1, MAX),
    output_bytes: integer(4096 * MIB, 1, MAX),
    owner_bytes: optionalInteger(1, MAX),
    prompt_chars: integer(20_000, 1, 1_000_000),
    array_items: integer(1000, 1, 100_000),
    pixels: integer(100_000_000, 1, MAX),
    min_free_bytes: integer(256 * MIB, 0, MAX),
    streams_per_caller: integer(8, 1, 10_000),
    waits_per_caller: integer(16, 1, 10_000),
  }),
  jobs: section({
    handed_over_per_node: integer(2, 1, 100),
    batch_in_flight: integer(8, 1, 10_000),
    max_attempts: integer(3, 1, 100),
    submit_wait_ms: integer(5000, 0, 600_000),
    submit_timeout_ms: integer(60_000, 100, 600_000),
    run_timeout: integer(86_400, 1, TEN_YEARS_S),
    lost_grace_ms: integer(10_000, 0, 600_000),
    poll_interval_ms: integer(1000, 10, 60_000),
    stale_read_ms: integer(2000, 0, 600_000),
    auto_away_ms: integer(30_000, 0, ONE_DAY_MS),
    move_after_ms: integer(120_000, 0, ONE_DAY_MS),
    provider_removed_after: integer(86_400, 1, TEN_YEARS_S),
  }),
  media: section({
    strip_metadata: flag(true),
    trash_days: integer(30, 0, 36_500),
    retention: list(retentionRule),
  }),
  training: section({
    base_url: optionalText(checkBaseUrl),
    root: optionalText(notEmpty),
    lora_dir: optionalText(notEmpty),
    gpu_ids: text(checkGpuIds, '0'),
    max_runs_per_owner: integer(2, 1, 1000),
    poll_interval_ms: integer(3000, 10, 60_000),
  }),
  speech: section({
    elevenlabs: section({
      base_url: text(checkBaseUrl, 'https://api.elevenlabs.io'),
      model: text(notEmpty, 'eleven_multilingual_v2'),
    }),
    openai: section({
      base_url: optionalText(checkBaseUrl),
      model: text(notEmpty, 'gpt-4o-mini-tts'),
      voices: list(text(notEmpty)),
    }),
    timeout_ms: integer(120_000, 100, 600_000),
  }),
  chat: section({
    base_url: optionalText(checkBaseUrl),
    model: optionalText(notEmpty),
    api_key: optionalText((key) => notEmpty(key) ?? checkHeaderValue(key)),
    timeout_ms: integer(60_000, 100, 600_000),
  }),
  webhooks: section({
    allow_private: flag(false),
    timeout_ms: integer(10_000, 100, 30_000),
    retry_pauses_ms: list(integer(0, 0, ONE_DAY_MS), RETRY_PAUSES_MS),
  }),
  log: section({ level: oneOf('info', LOG_LEVELS) }),
});

/** Without a default of its own: a schema's root can't have one. */
export const CONFIG_SCHEMA: SchemaObject = { ...root, default: undefined };
