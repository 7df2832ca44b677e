import { load } from 'js-yaml';
import { isRecord, type JsonRecord } from '../../../platform/json';
import { DEFAULT_SETTINGS, type SomeSettings } from '../config/training-settings';
import { errorOfSettings } from './template-rules';

/** A starting point for runs: a base model, and the settings that suit it. */
export interface TrainingTemplate {
  readonly name: string;
  /** The toolkit's name of the model architecture. */
  readonly arch: string;
  readonly model_name_or_path: string;
  /** Settings of requests that omit them. */
  readonly sets: SomeSettings;
  /** Further keys of the toolkit's process config, merged below what the settings say. */
  readonly config: JsonRecord;
}

/** A template's file can't be used. The message is for the person who wrote it. */
export class InvalidTemplate extends Error {}

const FIELDS = ['arch', 'model', 'model_name_or_path', 'sets', 'config'];

/** @throws InvalidTemplate */
export function parseTemplate(name: string, yaml: string): TrainingTemplate {
  const content = asMapping(parseYaml(yaml), 'the file');
  const unknown = Object.keys(content).find((key) => !FIELDS.includes(key));
  if (unknown !== undefined)
    throw new InvalidTemplate(`there is no field ${unknown}; the fields are ${FIELDS.join(', ')}`);
  const model_name_or_path = asText(content['model_name_or_path'], 'model_name_or_path');
  const model = content['model'] === undefined ? name : asText(content['model'], 'model');
  const sets = {
    model,
    model_name_or_path,
    ...settingsOf(asMapping(content['sets'] ?? {}, 'sets')),
  };
  const error = errorOfSettings(sets);
  if (error !== null) throw new InvalidTemplate(error);
  return {
    name,
    arch: asText(content['arch'], 'arch'),
    model_name_or_path,
    sets,
    config: asMapping(content['config'] ?? {}, 'config'),
  };
}

function parseYaml(yaml: string): unknown {
  try {
    return load(yaml);
  } catch (error) {
    throw new InvalidTemplate(`it is not YAML: ${firstLine((error as Error).message)}`);
  }
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

function asMapping(value: unknown, field: string): JsonRecord {
  if (!isRecord(value)) throw new InvalidTemplate(`write ${field} as a mapping of names to values`);
  return value;
}

function asText(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '')
    throw new InvalidTemplate(`write ${field} as a text of at least one character`);
  return value;
}

function settingsOf(sets: JsonRecord): SomeSettings {
  for (const [name, value] of Object.entries(sets)) {
    const fallback: unknown = Reflect.get(DEFAULT_SETTINGS, name);
    if (fallback === undefined || name.startsWith('model'))
      throw new InvalidTemplate(`sets.${name} is not a setting of a training request`);
    if (!isLike(value, fallback, name))
      throw new InvalidTemplate(`write sets.${name} as ${describe(fallback, name)}`);
  }
  return sets;
}

function isLike(value: unknown, fallback: unknown, name: string): boolean {
  if (!Array.isArray(fallback)) return typeof value === typeof fallback;
  const itemType = name === 'resolution' ? 'number' : 'string';
  return Array.isArray(value) && value.every((item) => typeof item === itemType);
}

function describe(fallback: unknown, name: string): string {
  if (Array.isArray(fallback))
    return name === 'resolution' ? 'a list of numbers' : 'a list of texts';
  if (typeof fallback === 'number') return 'a number';
  return typeof fallback === 'boolean' ? 'true or false' : 'a text';
}
