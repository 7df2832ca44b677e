import { isRecord, parseShallow } from '../../platform/json';

/** What a model file says about itself. */
export interface ModelHeader {
  readonly title: string | null;
  readonly triggers: readonly string[];
  readonly baseModel: string | null;
  readonly recommendedStrength: number | null;
}

export const NO_HEADER: ModelHeader = {
  title: null,
  triggers: [],
  baseModel: null,
  recommendedStrength: null,
};

const MAX_TEXT = 200;
const MAX_TRIGGERS = 20;

/**
 * The header of a safetensors file: the ModelSpec fields, else those of kohya's trainer. Values are cleaned and cut, since
 * anybody may have written the file.
 */
export function readModelHeader(metadata: unknown): ModelHeader {
  if (!isRecord(metadata)) return NO_HEADER;
  const text = (...keys: readonly string[]): string | null =>
    keys.map((key) => cleanText(metadata[key])).find((value) => value !== null) ?? null;
  const phrase =
    text('modelspec.trigger_phrase', 'trigger_phrase', 'trigger_word') ??
    onlyTag(metadata['ss_tag_frequency']);
  const strength = Number(text('modelspec.recommended_strength', 'recommended_strength') ?? NaN);
  return {
    title: text('modelspec.title', 'ss_output_name'),
    triggers: phrase === null ? [] : splitTriggers(phrase),
    baseModel: text('modelspec.architecture', 'ss_base_model_version'),
    recommendedStrength: Number.isFinite(strength) ? strength : null,
  };
}

/**
 * The tag that all pictures have, of `{"<repeats>_<folder>": {"<tag>": <count>}}` as JSON, if it is the only one. ai-toolkit writes
 * the trigger word of a run in this way.
 */
function onlyTag(frequency: unknown): string | null {
  const value = typeof frequency === 'string' ? parseShallow(frequency, 2) : undefined;
  const folders = isRecord(value) ? Object.values(value) : [];
  const tags = folders.flatMap((folder) => (isRecord(folder) ? Object.keys(folder) : []));
  return tags.length === 1 ? cleanText(tags[0]) : null;
}

/** One line; `null` for anything but text with letters. */
function cleanText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const line = value
    .slice(0, 10 * MAX_TEXT)
    .replace(/[\p{Cc}\p{Surrogate}\u2028\u2029]+/gu, ' ')
    .trim();
  return line === '' ? null : Array.from(line).slice(0, MAX_TEXT).join('');
}

const splitTriggers = (phrase: string): readonly string[] =>
  phrase
    .split(',')
    .map((trigger) => trigger.trim())
    .filter((trigger) => trigger !== '')
    .slice(0, MAX_TRIGGERS);
