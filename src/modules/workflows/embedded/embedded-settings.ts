import { readWorkflowText, type WorkflowText } from '../json/workflow-text';
import { deriveWorkflow } from '../derivation/derive-workflow';
import { GraphReading } from '../derivation/graph-reading';
import { limitFault } from '../import/resolve-import';
import { readA1111Parameters } from './a1111-parameters';
import type { EmbeddedTexts } from './embedded-workflow';

type Setting = string | number | boolean;

/** How the picture of a foreign file was made, as far as the file says. */
export interface EmbeddedSettings {
  readonly format: 'comfyui' | 'a1111' | 'none';
  readonly prompt: string | null;
  readonly negative: string | null;
  readonly seed: number | null;
  /** Steps, size, sampler and whatever else the file says. */
  readonly settings: Readonly<Record<string, Setting>>;
  /** Names of files. */
  readonly models: readonly string[];
  /** Whether the file carries a workflow that can be imported. */
  readonly graph_found: boolean;
  /** Why the file couldn't be read completely. */
  readonly damage: string | null;
}

/** Far more than the largest graphs that people make have; a larger graph is only reported, not searched. */
const MAX_TEXT_CHARS = 1024 * 1024;
const MAX_SETTING_CHARS = 10_000;

/** Finds the settings in the texts of a file. Never throws. */
export function embeddedSettings(texts: EmbeddedTexts): EmbeddedSettings {
  const prompt = readSmallText(texts.prompt);
  const graph_found =
    isWorkflow(prompt) ||
    [texts.prompt, texts.workflow].some(isTooLarge) ||
    isWorkflow(readSmallText(texts.workflow));
  const base = { ...NOTHING, graph_found, damage: texts.damage };
  const comfy = comfySettings(prompt);
  if (comfy) return { ...base, ...comfy };
  if (base.graph_found) return { ...base, format: 'comfyui' };
  const { parameters: text } = texts;
  const parameters = text === null || isTooLarge(text) ? null : readA1111Parameters(text);
  if (!parameters) return base;
  const { Seed: seed, Model: model, ...settings } = parameters.settings;
  return {
    ...base,
    format: 'a1111',
    prompt: parameters.prompt,
    negative: parameters.negative,
    seed: safeInteger(Number(seed ?? Number.NaN)),
    settings: Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, numberOr(value)]),
    ),
    models: model === undefined ? [] : [model],
  };
}

const NOTHING: EmbeddedSettings = {
  format: 'none',
  prompt: null,
  negative: null,
  seed: null,
  settings: {},
  models: [],
  graph_found: false,
  damage: null,
};

const isTooLarge = (text: string | null): boolean => (text?.length ?? 0) > MAX_TEXT_CHARS;

const readSmallText = (text: string | null): WorkflowText | null =>
  text === null || isTooLarge(text) ? null : readWorkflowText(text);

const isWorkflow = (read: WorkflowText | null): boolean => read !== null && read.format !== 'none';

/** The values of the graph that ran, by the roles that its inputs have. */
function comfySettings(read: WorkflowText | null): Partial<EmbeddedSettings> | null {
  if (read?.format !== 'api' || limitFault(read.graph)) return null;
  const { params, models } = deriveWorkflow(read.graph, null);
  const graph = new GraphReading(read.graph, null);
  const values: Record<string, Setting> = {};
  for (const [name, { binds }] of Object.entries(params)) {
    const [bind] = binds;
    const value = bind && graph.literal(bind.node, bind.input);
    if (isSetting(value)) values[name] = value;
  }
  const { prompt, negative, seed, ...settings } = values;
  return {
    format: 'comfyui',
    prompt: textOrNull(prompt),
    negative: textOrNull(negative),
    seed: safeInteger(seed),
    settings,
    models: [...new Set(models.map(({ file }) => file))],
  };
}

const isSetting = (value: unknown): value is Setting =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= MAX_SETTING_CHARS);

const textOrNull = (value: Setting | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const safeInteger = (value: Setting | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null;

const numberOr = (text: string): Setting =>
  /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
