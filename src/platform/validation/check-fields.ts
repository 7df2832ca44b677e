import type { ValidationItem, ValidationType } from '../errors/validation-failed';
import { isRecord, type JsonRecord } from '../json';
import { didYouMean, nameSpeller } from '../nearest-names';
import { longerThan, tooLong, violation, type Violation } from './checks';
import { type DtoClass, type FieldSpec, fieldsOf, keepsNull, type LimitName } from './field';
import { isForbiddenKey, type Loc, MAX_ITEMS } from './screen';

export type TextLimits = Readonly<Record<LimitName, number>>;

/** An object as its request class reads it. */
export interface CheckedObject {
  /** Holds the fields that were sent, and only those. */
  readonly instance: object;
  readonly items: readonly ValidationItem[];
}

/**
 * Checks every field of an object against its request class, at every depth that the class describes, and finds the
 * fields that it doesn't know. Nothing is converted but the texts of queries. Pure.
 */
export function checkFields(
  sent: JsonRecord,
  type: DtoClass,
  at: Loc,
  limits: TextLimits,
): CheckedObject {
  const instance = Object.create(type.prototype as object) as Record<string, unknown>;
  const items: ValidationItem[] = [];
  const keepNulls = keepsNull(type);
  for (const spec of fieldsOf(type).values()) {
    if (spec.ignored === true) continue;
    const value = spec.convert ? spec.convert(sent[spec.name]) : sent[spec.name];
    const checked = checkField(value, spec, [...at, spec.name], limits);
    items.push(...checked.items);
    if (checked.value !== undefined && (checked.value !== null || keepNulls))
      instance[spec.name] = checked.value;
  }
  items.push(...unknownFields(sent, type, at));
  return { instance, items };
}

interface CheckedValue {
  readonly value: unknown;
  readonly items: readonly ValidationItem[];
}

function checkField(value: unknown, spec: FieldSpec, at: Loc, limits: TextLimits): CheckedValue {
  if (value === undefined) return { value, items: spec.required ? [{ ...MISSING, loc: at }] : [] };
  if (value === null && spec.nullable) return { value, items: [] };
  const violations = [...spec.check(value), ...beyondLimit(value, spec, limits)];
  const items = violations.map((one) => ({ ...one, loc: [...at, ...one.loc] }));
  if (!spec.nested || violations.some(({ loc }) => loc.length === 0)) return { value, items };
  const nested = checkNested(value, spec.nested(), at, limits);
  return { value: nested.value, items: [...items, ...nested.items] };
}

const MISSING = violation('missing', 'Send this field: it is required.');

function beyondLimit(
  value: unknown,
  { limit }: FieldSpec,
  limits: TextLimits,
): readonly Violation[] {
  if (limit === undefined || typeof value !== 'string') return [];
  return longerThan(value, limits[limit]) ? [tooLong(limits[limit])] : [];
}

function checkNested(value: unknown, type: DtoClass, at: Loc, limits: TextLimits): CheckedValue {
  if (Array.isArray(value)) {
    const entries = value.map((item: unknown, index) =>
      checkNested(item, type, [...at, index], limits),
    );
    return {
      value: entries.map((entry) => entry.value),
      items: entries.flatMap((entry) => entry.items),
    };
  }
  if (!isRecord(value)) return { value, items: [] };
  const { instance, items } = checkFields(value, type, at, limits);
  return { value: instance, items };
}

function unknownFields(sent: JsonRecord, type: DtoClass, at: Loc): readonly ValidationItem[] {
  const fields = fieldsOf(type);
  const unknown = Object.keys(sent)
    .filter((key) => !fields.has(key) && !isForbiddenKey(key))
    .slice(0, MAX_ITEMS);
  if (unknown.length === 0) return [];
  const nearest = nameSpeller(documentedFields(type).map(({ name }) => name));
  return unknown.map((key) => ({
    loc: [...at, key],
    msg: unknownField(type, nearest(key)),
    type: 'extra_forbidden',
  }));
}

/**
 * What to do about a field that the class doesn't know: it is mostly misspelt, or belongs a level deeper. Lists the
 * fields that there are. Pure.
 * @param similar known fields that look like it
 */
export function unknownField(type: DtoClass, similar: readonly string[]): string {
  const fields = documentedFields(type);
  const others = fields.find(({ takesOthers }) => takesOthers)?.name;
  const lead = similar.length === 0 ? 'Leave' : `${didYouMean(similar)} If not, leave`;
  const instead = others === undefined ? '' : ` Anything else goes into ${others}.`;
  const names = fields.map(({ name }) => name).sort();
  return `${lead} this field out: it is not known here. Known: ${names.join(', ')}.${instead}`;
}

const documentedFields = (type: DtoClass): readonly FieldSpec[] =>
  [...fieldsOf(type).values()].filter(({ ignored }) => !ignored);

const HIDES_OTHERS: ReadonlySet<ValidationType> = new Set<ValidationType>([
  'missing',
  'string_type',
  'int_type',
  'float_type',
  'bool_type',
  'list_type',
  'dict_type',
  'enum',
  'extra_forbidden',
]);

/**
 * The errors of the fields and of the screen as one list without repetitions: an item of the screen is left out where
 * the fields have the same one, or a wrong type at its place or above.
 */
export function mergeItems(
  fields: readonly ValidationItem[],
  screened: readonly ValidationItem[],
): readonly ValidationItem[] {
  const reported = new Set(fields.map((item) => keyOf(item.loc, item.type)));
  const hiding = new Set(
    fields.filter((item) => HIDES_OTHERS.has(item.type)).map((item) => keyOf(item.loc)),
  );
  const isHidden = ({ loc }: ValidationItem): boolean =>
    loc.some((_, index) => hiding.has(keyOf(loc.slice(0, index + 1))));
  const others = screened.filter(
    (item) => !reported.has(keyOf(item.loc, item.type)) && !isHidden(item),
  );
  return [...fields, ...others];
}

const keyOf = (loc: Loc, type = ''): string => JSON.stringify([loc, type]);
