import { resolve } from 'node:path';
import type { AppConfig, LogLevel } from './app-config';
import { configRule, LOG_LEVELS } from './config-schema';
import type { ConfigProblem, Reading } from './field-rules';
import { JsonSyntaxError, type JsonTree, parseJsonTree } from './json-tree';
import { checkDatabaseUrl, checkHost } from './value-checks';

type Variables = Readonly<Record<string, string | undefined>>;

/** What a reading of the configuration needs; every part of it a value. */
export interface ConfigSources {
  /** The file's text; `null` while there is no file and none is demanded. */
  readonly content: string | null;
  /** The environment, the `.env` file's lines already under it. */
  readonly variables: Variables;
  /** Folder of the file: relative paths in it start there. */
  readonly folder: string;
  /** Relative paths in the environment start here. */
  readonly workingFolder: string;
}

export type ConfigReading =
  | { readonly ok: true; readonly config: AppConfig }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** Text and environment in, a whole configuration or every problem out. The environment wins over the file. */
export function readConfig(sources: ConfigSources): ConfigReading {
  const reading: Reading = { variables: sources.variables, problems: [] };
  const tree = treeOf(sources.content, reading);
  const file = configRule(tree, { field: '', line: tree?.line ?? 1 }, reading);
  const config = absolute(withEnvironment(file, reading), sources);
  const { problems } = reading;
  return problems.length === 0 ? { ok: true, config } : { ok: false, problems };
}

function treeOf(content: string | null, reading: Reading): JsonTree | undefined {
  if (content === null) return undefined;
  try {
    return parseJsonTree(content);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    reading.problems.push({ line: error.line, field: '', message: error.message });
    return undefined;
  }
}

function withEnvironment(file: AppConfig, reading: Reading): AppConfig {
  const variable = (name: string, check: (value: string) => string | null): string | undefined => {
    const value = reading.variables[name];
    if (value === undefined || value === '') return undefined;
    const message = check(value);
    if (message === null) return value;
    reading.problems.push({ line: 0, field: name, message });
    return undefined;
  };
  const port = variable('KINORA_PORT', checkPort);
  const level = variable('KINORA_LOG_LEVEL', checkLevel) as LogLevel | undefined;
  return {
    ...file,
    server: {
      ...file.server,
      host: variable('KINORA_HOST', checkHost) ?? file.server.host,
      port: port === undefined ? file.server.port : Number(port),
    },
    database: { url: variable('KINORA_DATABASE_URL', checkDatabaseUrl) ?? file.database.url },
    log: { level: level ?? file.log.level },
  };
}

function checkPort(value: string): string | null {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? null : 'set a port from 0 to 65535';
}

function checkLevel(value: string): string | null {
  return LOG_LEVELS.some((level) => level === value) ? null : `set one of ${LOG_LEVELS.join(', ')}`;
}

function absolute(config: AppConfig, sources: ConfigSources): AppConfig {
  const { folder, workingFolder, variables } = sources;
  const fromEnvironment = variables['KINORA_DATA_DIR'] ?? '';
  const data_dir =
    fromEnvironment === ''
      ? resolve(folder, config.data_dir)
      : resolve(workingFolder, fromEnvironment);
  const given = variables['KINORA_DATABASE_URL'] ?? '';
  const base = given === '' ? folder : workingFolder;
  return {
    ...config,
    data_dir,
    database: { url: databaseUrl(config.database.url, base, data_dir) },
  };
}

function databaseUrl(url: string, base: string, dataDir: string): string {
  if (url === '') return `sqlite:${resolve(dataDir, 'kinora.sqlite')}`;
  return url.startsWith('sqlite:') ? `sqlite:${resolve(base, url.slice('sqlite:'.length))}` : url;
}
