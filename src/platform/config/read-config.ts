import { resolve } from 'node:path';
import type {
  AppConfig,
  LogLevel,
  ProviderConfig,
  SpeechConfig,
  TrainingConfig,
} from './app-config';
import {
  type ConfigFileValues,
  type ConfigProblem,
  readConfigFile,
  type Variables,
} from './config-file';
import { LOG_LEVELS } from './config-schema';
import { checkDatabaseUrl, checkHeaderValue, checkHost, type TextCheck } from './value-checks';

/** Everything that the configuration is computed from. */
export interface ConfigSources {
  /** The file's text; `null` when there is no file and none is required. */
  readonly content: string | null;
  /** The environment, completed with the variables of the `.env` file. */
  readonly variables: Variables;
  /** Folder of the file: relative paths in it start there. */
  readonly folder: string;
  /** Relative paths in the environment start here. */
  readonly workingFolder: string;
}

export type ConfigReading =
  | { readonly ok: true; readonly config: AppConfig }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** Computes the configuration, or all its problems. The environment takes precedence over the file. */
export function readConfig(sources: ConfigSources): ConfigReading {
  const { values, problems: ofFile } = readConfigFile(sources.content, sources.variables);
  const { overrides, problems: ofVariables } = readVariables(sources.variables);
  const problems = [...ofFile, ...ofVariables];
  if (problems.length > 0) return { ok: false, problems };
  const { host, port, level, url = values.database.url } = overrides;
  const data_dir = dataDir(values.data_dir, sources);
  const base = overrides.url === undefined ? sources.folder : sources.workingFolder;
  return {
    ok: true,
    config: {
      ...values,
      server: {
        ...values.server,
        host: host ?? values.server.host,
        port: port ?? values.server.port,
      },
      data_dir,
      database: { url: databaseUrl(url, base, data_dir) },
      providers: providersOf(values.providers),
      speech: speechOf(values.speech, overrides),
      chat: {
        ...values.chat,
        base_url: apiAddress(values.chat.base_url),
        api_key: overrides.chatKey ?? values.chat.api_key,
      },
      training: trainingOf(values.training, overrides, sources.folder),
      log: { level: level ?? values.log.level },
    },
  };
}

interface Overrides {
  readonly host: string | undefined;
  readonly port: number | undefined;
  readonly level: LogLevel | undefined;
  readonly url: string | undefined;
  readonly elevenlabsKey: string | undefined;
  readonly openaiKey: string | undefined;
  readonly chatKey: string | undefined;
  readonly trainingToken: string | undefined;
}

function readVariables(variables: Variables): {
  readonly overrides: Overrides;
  readonly problems: readonly ConfigProblem[];
} {
  const problems: ConfigProblem[] = [];
  const variable = (name: string, check: TextCheck): string | undefined => {
    const value = variables[name];
    if (value === undefined || value === '') return undefined;
    const message = check(value);
    if (message !== null) problems.push({ line: 0, field: name, message });
    return value;
  };
  const port = variable('KINORA_PORT', checkPort);
  const overrides: Overrides = {
    host: variable('KINORA_HOST', checkHost),
    port: port === undefined ? undefined : Number(port),
    level: variable('KINORA_LOG_LEVEL', checkLevel) as LogLevel | undefined,
    url: variable('KINORA_DATABASE_URL', checkDatabaseUrl),
    chatKey: variable('KINORA_CHAT_API_KEY', checkHeaderValue),
    elevenlabsKey: variable('KINORA_ELEVENLABS_API_KEY', checkHeaderValue),
    openaiKey: variable('KINORA_OPENAI_API_KEY', checkHeaderValue),
    trainingToken: variable('KINORA_TRAINING_TOKEN', checkHeaderValue),
  };
  return { overrides, problems };
}

function checkPort(value: string): string | null {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? null : 'set a port from 0 to 65535';
}

function checkLevel(value: string): string | null {
  return LOG_LEVELS.some((level) => level === value) ? null : `set one of ${LOG_LEVELS.join(', ')}`;
}

function dataDir(written: string, { folder, workingFolder, variables }: ConfigSources): string {
  const override = variables['KINORA_DATA_DIR'] ?? '';
  return override === '' ? resolve(folder, written) : resolve(workingFolder, override);
}

function databaseUrl(url: string | undefined, base: string, dataDir: string): string {
  if (url === undefined) return `sqlite:${resolve(dataDir, 'kinora.sqlite')}`;
  return url.startsWith('sqlite:') ? `sqlite:${resolve(base, url.slice('sqlite:'.length))}` : url;
}

function speechOf(
  { elevenlabs, openai, timeout_ms }: ConfigFileValues['speech'],
  { elevenlabsKey, openaiKey }: Overrides,
): SpeechConfig {
  return {
    elevenlabs: {
      ...elevenlabs,
      base_url: withoutFinalSlash(elevenlabs.base_url),
      api_key: elevenlabsKey ?? null,
    },
    openai: {
      ...openai,
      base_url: apiAddress(openai.base_url),
      api_key: openaiKey ?? null,
    },
    timeout_ms,
  };
}

/** Of an OpenAI-compatible server, without the version, which other programs take with it. */
const apiAddress = (url: string | null): string | null =>
  url && withoutFinalSlash(url).replace(/\/v1$/, '');

function trainingOf(
  training: ConfigFileValues['training'],
  { trainingToken }: Overrides,
  folder: string,
): TrainingConfig {
  const absolute = (path: string | null): string | null => path && resolve(folder, path);
  return {
    ...training,
    base_url: training.base_url && withoutFinalSlash(training.base_url),
    root: absolute(training.root),
    lora_dir: absolute(training.lora_dir),
    token: trainingToken ?? null,
  };
}

/** Every field filled in, and exactly one of them the default. */
function providersOf(providers: ConfigFileValues['providers']): readonly ProviderConfig[] {
  const hasDefault = providers.some((one) => one.default);
  return providers.map(({ id = '', name = id, ...one }, index) => ({
    ...one,
    id,
    name,
    base_url: one.base_url && withoutFinalSlash(one.base_url),
    default: hasDefault ? one.default : index === 0,
  }));
}

const withoutFinalSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');
