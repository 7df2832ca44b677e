import type { GraphReading } from './graph-reading';
import type { Confidence, ParamBook } from './param-book';
import { type Side, type TextField, walkPrompts } from './prompt-walk';
import type { SamplingPass } from './sampling-passes';
import { type PromptSource, textInputs, textsAt } from './text-inputs';

/** One text of the request and its encoder inputs. */
interface PromptText {
  readonly field: TextField;
  readonly texts: readonly PromptSource[];
}

/** Adds `prompt`, `negative` and every further text that guides a sampling pass. */
export function addPrompts(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  book: ParamBook,
): void {
  const fields = passes.flatMap((pass) => walkPrompts(reading, pass).fields);
  const [positives, negatives] = separateSides(
    textsOf(reading, fields, 'positive'),
    textsOf(reading, fields, 'negative'),
  );
  addSide(reading, 'prompt', positives, book);
  addSide(reading, 'negative', negatives, book);
  if (!book.has('prompt')) addPromptWithoutSampler(reading, book);
}

/**
 * Decides the side of texts that feed both. Such a text is the prompt if there is no other prompt, because graphs that
 * ignore the negative link the prompt twice. Otherwise it is the negative: guiders with two positives get it as the second.
 */
function separateSides(
  positives: readonly PromptText[],
  negatives: readonly PromptText[],
): readonly [readonly PromptText[], readonly PromptText[]] {
  const textsNotIn = (
    texts: readonly PromptText[],
    others: readonly PromptText[],
  ): readonly PromptText[] => {
    const places = new Set(others.map(placeOf));
    return texts.filter((text) => !places.has(placeOf(text)));
  };
  const own = textsNotIn(positives, negatives);
  return own.length > 0 ? [own, negatives] : [positives, textsNotIn(negatives, positives)];
}

const placeOf = ({ texts: [text] }: PromptText): string => (text ? keyOf(text.bind) : '');

const keyOf = ({ node, input }: { node: string; input: string }): string => `${node} ${input}`;

function textsOf(
  reading: GraphReading,
  fields: readonly TextField[],
  side: Side,
): readonly PromptText[] {
  const byInput = new Map<string, PromptText>();
  for (const field of fields.filter((one) => one.side === side)) {
    const key = `${field.encoder} ${field.input}`;
    if (byInput.has(key)) continue;
    const texts = textsAt(reading, field.encoder, field.input);
    if (texts.length > 0) byInput.set(key, { field, texts });
  }
  return [...byInput.values()];
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  prompt: 'What the result shows.',
  negative: 'What the result must not show. Has no effect while cfg is 1.',
};

function addSide(
  reading: GraphReading,
  name: 'prompt' | 'negative',
  texts: readonly PromptText[],
  book: ParamBook,
): void {
  const isWhole = ({ field }: PromptText): boolean => !field.restricted;
  const ordered = [...texts.filter(isWhole), ...texts.filter((text) => !isWhole(text))];
  const firstTexts = new TextsByEncoder();
  for (const text of ordered) {
    const [chosen] = text.texts;
    if (!chosen || book.isBound(chosen.bind)) continue;
    const { encoder, input } = text.field;
    const paramOfSameText =
      firstTexts.paramWithText(text.field, chosen.value) ??
      (SAME_PICTURE.has(reading.classOf(encoder)) ? firstTexts.nameFor(encoder) : undefined);
    if (paramOfSameText !== undefined) book.extend(paramOfSameText, [chosen.bind]);
    else {
      const own = firstTexts.nameFor(encoder);
      const paramName =
        own === undefined ? unusedName(name, firstTexts.count, book) : fieldName(own, input);
      addText(reading, paramName, text, book, firstTexts.count === 0);
      addParts(paramName, text.texts.slice(1), book);
      if (own === undefined) firstTexts.add(encoder, paramName, chosen.value);
    }
  }
}

/** Encoders whose texts all describe the whole picture: one that stays as it is would be mixed into the result. */
const SAME_PICTURE = new Set(['CLIPTextEncodeFlux']);

/** The first text of each encoder and the name of its param. */
class TextsByEncoder {
  private readonly byEncoder = new Map<string, { readonly name: string; readonly value: string }>();
  private readonly byValue = new Map<string, string>();

  get count(): number {
    return this.byEncoder.size;
  }

  add(encoder: string, name: string, value: string): void {
    this.byEncoder.set(encoder, { name, value });
    if (!this.byValue.has(value)) this.byValue.set(value, name);
  }

  nameFor(encoder: string): string | undefined {
    return this.byEncoder.get(encoder)?.name;
  }

  /** The param that already has this text: for another pass, or for another model of the same encoder. */
  paramWithText({ encoder, input }: TextField, value: string): string | undefined {
    if (value !== '') return this.byValue.get(value);
    const own = this.byEncoder.get(encoder);
    return own?.value === '' && isVariant(input) ? own.name : undefined;
  }
}

/** Encoders that take the same text once per model. */
const VARIANT = /^(?:clip_[lg]|text_[lg]|t5xxl|llama|bert|mt5xl|qwen25_7b|text|prompt)$/;
const isVariant = (input: string): boolean => VARIANT.test(input);

const fieldName = (base: string, input: string): string =>
  isVariant(input) ? `${base}_${input}` : input.toLowerCase().replace(/[^a-z0-9]+/g, '_');

/** @param minCount lower bound for the number of params of this name */
function unusedName(name: string, minCount: number, book: ParamBook): string {
  let count = minCount + 1;
  while (book.has(count === 1 ? name : `${name}_${String(count)}`)) count += 1;
  return count === 1 ? name : `${name}_${String(count)}`;
}

function addText(
  reading: GraphReading,
  name: string,
  { field, texts }: PromptText,
  book: ParamBook,
  isMain: boolean,
): void {
  const [chosen] = texts;
  if (!chosen) return;
  const side = field.side === 'positive' ? 'positive' : 'negative';
  const where = `${reading.classOf(field.encoder)}.${field.input}`;
  const how = chosen.direct ? '' : ' through the nodes that make the text';
  const part = field.restricted ? ', for a part of the picture or of the run' : '';
  book.add({
    name,
    type: 'text',
    binds: [chosen.bind],
    required: name === 'prompt',
    confidence: confidenceOf(texts, isMain && !field.restricted),
    reason: `The ${side} conditioning of the sampler leads to ${where}${how}${part}.`,
    description: `${DESCRIPTIONS[field.side === 'positive' ? 'prompt' : 'negative'] ?? ''}${titleNote(reading, field)}`,
  });
}

function confidenceOf(texts: readonly PromptSource[], isMain: boolean): Confidence {
  if (texts[0]?.direct === true) return isMain ? 'high' : 'medium';
  return texts[0]?.isClear === true ? 'medium' : 'low';
}

function titleNote(reading: GraphReading, { encoder, restricted }: TextField): string {
  const title = reading.titleOf(encoder);
  const of = title === '' ? '' : ` Goes to "${title}".`;
  return restricted ? `${of} Holds for a part of the picture or of the run.` : of;
}

/** Adds the further texts that a prompt is joined from, such as a trigger word or a style. */
function addParts(base: string, parts: readonly PromptSource[], book: ParamBook): void {
  for (const { bind } of parts)
    book.add({
      name: `${base}_part`,
      type: 'text',
      binds: [bind],
      confidence: 'low',
      reason: `Another text that ${base} is put together with.`,
      description: `A further part of the text that ${base} belongs to.`,
    });
}

/** For graphs without a sampler (paid services, all-in-one nodes): adds texts whose input name says prompt. */
function addPromptWithoutSampler(reading: GraphReading, book: ParamBook): void {
  for (const id of reading.live) {
    const inputs = textInputs(reading, id).filter((input) => /prompt|^text$|caption/.test(input));
    for (const input of inputs) {
      const side = input.includes('neg') ? 'negative' : 'prompt';
      if (book.has(side)) continue;
      const [chosen] = textsAt(reading, id, input);
      if (!chosen || book.isBound(chosen.bind)) continue;
      book.add({
        name: side,
        type: 'text',
        binds: [chosen.bind],
        required: side === 'prompt',
        confidence: 'low',
        reason: `Named ${input}; no sampler's conditioning leads to it.`,
        description: DESCRIPTIONS[side] ?? '',
      });
    }
  }
}
