import type { ComfyLink } from '../../providers/public/comfy-types';
import { modelFolder } from '../graph/model-files';
import type { ParamBinding } from '../public/workflow';
import type { GraphReading } from './graph-reading';
import { forwardedInput } from './literal-source';

/** A text of the graph that reaches a text encoder. */
export interface PromptSource {
  readonly bind: ParamBinding;
  readonly value: string;
  /** It is the encoder's own value, not that of a node upstream. */
  readonly direct: boolean;
  /** Clearly more likely than the next one. */
  readonly isClear: boolean;
}

/** Names of text inputs that are settings, not prompts. */
const SETTINGS =
  /^(?:system.*|delimiter|separator|find|regex.*|pattern|mode|filename.*|format|type|device|token_.*|weight_.*|.*_file|.*_path|.*_name|style|language|.*method|.*ind(?:ex|ices))$/;
/** Input names of encoders with a text per model (SDXL, SD3, FLUX, HiDream, HunyuanDiT). */
const ENCODER_FIELDS =
  /^(?:clip_[lgh]|t5xxl|llama|bert|mt5xl|qwen25_7b|(?:positive|negative)(?:_prompt)?)$/;

/** The prompt-like text inputs of a node, the most likely first. */
export function textInputs(reading: GraphReading, id: string): readonly string[] {
  return reading.cachedFor(findTexts, id);
}

function findTexts(reading: GraphReading, id: string): readonly string[] {
  return reading
    .inputs(id)
    .filter((input) => !SETTINGS.test(input) && isText(reading, id, input))
    .map((input) => ({ input, weight: weightOf(input) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ input }) => input);
}

function isText(reading: GraphReading, id: string, input: string): boolean {
  const value = reading.literal(id, input);
  if (value === undefined) return reading.linkType(id, input) === 'STRING';
  if (typeof value !== 'string' || modelFolder(reading.classOf(id), input, value)) return false;
  if (reading.isDescribed(id)) return reading.linkType(id, input) === 'STRING';
  return ENCODER_FIELDS.test(input) || reading.linkType(id, input) === 'STRING';
}

const WEIGHTS: readonly RegExp[] = [
  /^(?:lyrics|clip_h|bert|.*neg.*)$/,
  /^(?:clip_[lg]|text_l|string|value)$/,
  /^(?:string_.|llama|qwen25_7b|mt5xl)$/,
  /^(?:text|text_g|t5xxl|prompt|positive.*|user_prompt|caption|tags)$/,
];

const weightOf = (input: string): number => WEIGHTS.findIndex((names) => names.test(input)) + 1;

/** The text of an input: its own value, or the texts upstream, the most likely first. */
export function textsAt(reading: GraphReading, id: string, input: string): readonly PromptSource[] {
  const value = reading.literal(id, input);
  if (typeof value === 'string')
    return [{ bind: { node: id, input }, value, direct: true, isClear: true }];
  const link = reading.link(id, input);
  if (!link) return [];
  return reading.cachedFor(textsBehind, link[0]);
}

function textsBehind(reading: GraphReading, id: string): readonly PromptSource[] {
  const candidates: Text[] = [];
  collectTexts(reading, [id, 0], candidates, new Set());
  const ranked = candidates
    .map((text) => ({ text, score: scoreOf(reading, text) }))
    .sort((a, b) => b.score - a.score);
  return ranked.map(({ text, score }, place) => ({
    ...text,
    direct: false,
    isClear: score - (ranked[place + 1]?.score ?? -Infinity) >= CLEAR,
  }));
}

type Text = Pick<PromptSource, 'bind' | 'value'>;

/** Score difference that makes the first text the clear choice. */
const CLEAR = 2000;

const MAX_NODES = 40;
/** Limit of texts that one prompt is joined from. */
const MAX_TEXTS = 100;

function collectTexts(
  reading: GraphReading,
  link: ComfyLink,
  candidates: Text[],
  visited: Set<string>,
): void {
  const [id] = link;
  if (visited.has(id) || visited.size > MAX_NODES) return;
  visited.add(id);
  const forwarded = forwardedInput(reading, link);
  const inputs = forwarded === null ? reading.cachedFor(stringInputs, id) : [forwarded];
  for (const input of inputs) {
    if (candidates.length >= MAX_TEXTS) return;
    const value = reading.literal(id, input);
    const next = reading.link(id, input);
    // The replacement text counts only if it is linked: the request's text in a template.
    if (typeof value === 'string' && input !== 'replace')
      candidates.push({ bind: { node: id, input }, value });
    else if (next) collectTexts(reading, next, candidates, visited);
  }
}

/** The text inputs, the linked inputs of any type (they may pass on a text), and the `value` of unknown primitives. */
function stringInputs(reading: GraphReading, id: string): readonly string[] {
  const texts = new Set(textInputs(reading, id));
  const mayPassText = (input: string): boolean =>
    reading.link(id, input) !== undefined || (input === 'value' && !reading.isDescribed(id));
  const untyped = reading
    .inputs(id)
    .filter((input) => !texts.has(input) && mayPassText(input))
    .filter((input) => reading.linkType(id, input) === '*');
  return [...texts, ...untyped];
}

/** Instructions of a language model, or data for other nodes. */
const INSTRUCTION =
  /^\s*(?:you are|you're|act as|<s>|\[?system|[{[]\s*")|\bassistant\b|system_?prompt|你是/i;
const OTHER_TITLE = /system|template|concat|replace|enhanc|instruct/i;

/** Characters of a text that are scored. */
const MAX_TEXT_LENGTH = 2000;

/** A whole text beats a trigger word in front of it. */
function scoreOf(reading: GraphReading, { bind, value }: Text): number {
  const start = value.slice(0, MAX_TEXT_LENGTH);
  const name = `${reading.titleOf(bind.node)} ${bind.input}`;
  const bonuses: readonly (readonly [boolean, number])[] = [
    [/prompt/i.test(name) && !OTHER_TITLE.test(name), 4000],
    [INSTRUCTION.test(start), -8000],
    // A node that only holds a text is meant to be edited.
    [reading.links(bind.node).length === 0, 3000],
  ];
  const length = Math.min(start.trim().length, MAX_TEXT_LENGTH);
  return bonuses.reduce((sum, [holds, score]) => (holds ? sum + score : sum), length);
}
