import type { GraphReading } from './graph-reading';
import type { Confidence, ParamBook } from './param-book';
import { type Side, type TextField, walkPrompts } from './prompt-walk';
import type { SamplingPass } from './sampling-passes';
import { type FoundText, textInputs, textsAt } from './text-inputs';

/** One text of the request and its encoder inputs. */
interface Text {
  readonly field: TextField;
  readonly texts: readonly FoundText[];
}

/** `prompt`, `negative`, and every further text that guides a sampling pass. */
export function addPrompts(
  reading: GraphReading,
  passes: readonly SamplingPass[],
  book: ParamBook,
): void {
  const fields = passes.flatMap((pass) => walkPrompts(reading, pass).fields);
  const [positives, negatives] = apart(
    textsOf(reading, fields, 'positive'),
    textsOf(reading, fields, 'negative'),
  );
  addSide(reading, 'prompt', positives, book);
  addSide(reading, 'negative', negatives, book);
  if (!book.has('prompt')) addLonePrompt(reading, book);
}

/**
 * A text that feeds both sides is the prompt if there is no other: graphs that ignore the negative link it twice. Beside
 * another prompt it is the negative: guiders with two positives take the negative as the second.
 */
function apart(
  positives: readonly Text[],
  negatives: readonly Text[],
): readonly [readonly Text[], readonly Text[]] {
  const without = (texts: readonly Text[], others: readonly Text[]): readonly Text[] => {
    const places = new Set(others.map(placeOf));
    return texts.filter((text) => !places.has(placeOf(text)));
  };
  const own = without(positives, negatives);
  return own.length > 0 ? [own, negatives] : [positives, without(negatives, positives)];
}

const placeOf = ({ texts: [text] }: Text): string => (text ? keyOf(text.bind) : '');

const keyOf = ({ node, input }: { node: string; input: string }): string => `${node} ${input}`;

function textsOf(reading: GraphReading, fields: readonly TextField[], side: Side): readonly Text[] {
  const found = new Map<string, Text>();
  for (const field of fields.filter((one) => one.side === side)) {
    const key = `${field.encoder} ${field.input}`;
    if (found.has(key)) continue;
    const texts = textsAt(reading, field.encoder, field.input);
    if (texts.length > 0) found.set(key, { field, texts });
  }
  return [...found.values()];
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  prompt: 'What the result shows.',
  negative: 'What the result must not show. Has no effect while cfg is 1.',
};

function addSide(
  reading: GraphReading,
  name: 'prompt' | 'negative',
  texts: readonly Text[],
  book: ParamBook,
): void {
  const isWhole = ({ field }: Text): boolean => !field.restricted;
  const ordered = [...texts.filter(isWhole), ...texts.filter((text) => !isWhole(text))];
  const firstTexts = new TextsByEncoder();
  for (const text of ordered) {
    const [chosen] = text.texts;
    if (!chosen || book.isBound(chosen.bind)) continue;
    const { encoder, input } = text.field;
    const twin = firstTexts.twinOf(text.field, chosen.value);
    if (twin !== undefined) book.extend(twin, [chosen.bind]);
    else {
      const own = firstTexts.nameFor(encoder);
      const paramName =
        own === undefined ? numbered(name, firstTexts.count, book) : fieldName(own, input);
      addText(reading, paramName, text, book, firstTexts.count === 0);
      addParts(paramName, text.texts.slice(1), book);
      if (own === undefined) firstTexts.note(encoder, paramName, chosen.value);
    }
  }
}

/** The encoders' first texts and their params. */
class TextsByEncoder {
  private readonly byEncoder = new Map<string, { readonly name: string; readonly value: string }>();
  private readonly byValue = new Map<string, string>();

  get count(): number {
    return this.byEncoder.size;
  }

  note(encoder: string, name: string, value: string): void {
    this.byEncoder.set(encoder, { name, value });
    if (!this.byValue.has(value)) this.byValue.set(value, name);
  }

  nameFor(encoder: string): string | undefined {
    return this.byEncoder.get(encoder)?.name;
  }

  /** The param of the same text: for another pass, or for another model of the same encoder. */
  twinOf({ encoder, input }: TextField, value: string): string | undefined {
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

/** @param taken lower bound for the number of params of this name */
function numbered(name: string, taken: number, book: ParamBook): string {
  let count = taken + 1;
  while (book.has(count === 1 ? name : `${name}_${String(count)}`)) count += 1;
  return count === 1 ? name : `${name}_${String(count)}`;
}

function addText(
  reading: GraphReading,
  name: string,
  { field, texts }: Text,
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
    description: `${DESCRIPTIONS[field.side === 'positive' ? 'prompt' : 'negative'] ?? ''}${titled(reading, field)}`,
  });
}

function confidenceOf(texts: readonly FoundText[], isMain: boolean): Confidence {
  if (texts[0]?.direct === true) return isMain ? 'high' : 'medium';
  return texts[0]?.isClear === true ? 'medium' : 'low';
}

function titled(reading: GraphReading, { encoder, restricted }: TextField): string {
  const title = reading.titleOf(encoder);
  const of = title === '' ? '' : ` Goes to "${title}".`;
  return restricted ? `${of} Holds for a part of the picture or of the run.` : of;
}

/** What else the text is put together from: a trigger word, a style. */
function addParts(base: string, parts: readonly FoundText[], book: ParamBook): void {
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

/** Without a sampler (a paid service's node, a pack's all-in-one): a text that calls itself prompt. */
function addLonePrompt(reading: GraphReading, book: ParamBook): void {
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
