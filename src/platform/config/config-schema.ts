import type { AppConfig, JobsConfig, LimitsConfig, LogLevel, ServerConfig } from './app-config';
import { anyObject, flag, integer, list, oneOf, type Rule, section, text } from './field-rules';
import { providers } from './provider-rule';
import {
  checkBaseUrl,
  checkDatabaseUrl,
  checkHost,
  checkNetwork,
  checkOrigin,
  notEmpty,
} from './value-checks';

const MIB = 1024 * 1024;
const TEN_YEARS_S = 10 * 365 * 86_400;
const ONE_DAY_MS = 86_400_000;
const MOST = Number.MAX_SAFE_INTEGER;

export const LOG_LEVELS: readonly LogLevel[] = [
  'fatal',
  'error',
  'warn',
  'info',
  'debug',
  'trace',
  'silent',
];

const server = section<ServerConfig>({
  host: text('127.0.0.1', checkHost),
  port: integer(8190, 0, 65_535),
  public_url: text(null, checkBaseUrl),
  allowed_hosts: list([], text('', checkHost)),
  cors_origins: list([], text('', checkOrigin)),
  trusted_proxies: list([], text('', checkNetwork)),
});

const limits = section<LimitsConfig>({
  body_bytes: integer(4 * MIB, 1024, 256 * MIB),
  upload_bytes: integer(512 * MIB, 1, MOST),
  prompt_chars: integer(20_000, 1, 1_000_000),
  array_items: integer(1000, 1, 100_000),
  pixels: integer(100_000_000, 1, MOST),
  min_free_bytes: integer(256 * MIB, 0, MOST),
  streams_per_caller: integer(8, 1, 10_000),
  waits_per_caller: integer(16, 1, 10_000),
});

const jobs = section<JobsConfig>({
  handed_over_per_node: integer(2, 1, 100),
  max_attempts: integer(3, 1, 100),
  submit_wait_ms: integer(5000, 0, 600_000),
  submit_timeout_ms: integer(60_000, 100, 600_000),
  run_timeout: integer(86_400, 1, TEN_YEARS_S),
  lost_grace_ms: integer(10_000, 0, 600_000),
  poll_interval_ms: integer(1000, 10, 60_000),
  stale_read_ms: integer(2000, 0, 600_000),
  auto_away_ms: integer(30_000, 0, ONE_DAY_MS),
  provider_removed_after: integer(86_400, 1, TEN_YEARS_S),
});

/** What the file may hold, and what counts when it says nothing. */
export const configRule: Rule<AppConfig> = section<AppConfig>({
  server,
  data_dir: text('data', notEmpty),
  database: section<AppConfig['database']>({ url: text('', checkDatabaseUrl) }),
  security: section<AppConfig['security']>({
    require_api_key: flag(false),
    allow_node_files: flag(false),
  }),
  providers,
  limits,
  jobs,
  media: section<AppConfig['media']>({ strip_metadata: flag(true) }),
  training: section<AppConfig['training']>({
    base_url: text(null, checkBaseUrl),
    root: text(null, notEmpty),
    lora_dir: text(null, notEmpty),
    gpu_ids: text(null, notEmpty),
  }),
  speech: anyObject,
  chat: section<AppConfig['chat']>({
    base_url: text(null, checkBaseUrl),
    model: text(null, notEmpty),
    api_key: text(null, notEmpty),
  }),
  log: section<AppConfig['log']>({ level: oneOf('info', LOG_LEVELS) }),
});
