import { plainToInstance } from 'class-transformer';
import { type ValidationError as ClassValidatorError, validateSync } from 'class-validator';
import type { ValidationError } from '../errors/validation-failed';
import { isRecord, type JsonRecord } from '../json';
import { didYouMean, nameSpeller } from '../nearest-names';
import {
  checkOf,
  hidesOthers,
  itemViolations,
  longerThan,
  tooLong,
  type Violation,
  withoutHidden,
} from './checks';
import {
  allowsUnknownParameters,
  type DtoClass,
  type FieldSpec,
  fieldsOf,
  type LimitName,
  needsNothing,
  type RuleContext,
  withoutUnset,
} from './field';
import { isForbiddenKey, type Loc, MAX_ERRORS } from './content-check';

type TextLimits = Readonly<Record<LimitName, number>>;

/** An instance of a request class with its validation errors. */
interface ValidatedObject {
  /** Holds the fields that were sent, and only those. */
  readonly instance: object;
  readonly errors: readonly ValidationError[];
}

/** Validates an object against its request class, nested classes included. */
export function validateObject(
  sent: JsonRecord,
  type: DtoClass,
  at: Loc,
  limits: TextLimits,
): ValidatedObject {
  if (Object.keys(sent).length === 0 && needsNothing(type))
    return { instance: withoutUnset(new type()), errors: [] };
  const options = { excludeExtraneousValues: true, exposeUnsetFields: false };
  const instance = withoutUnset(plainToInstance(type, sent, options));
  const errors = validateSync(instance, { forbidUnknownValues: false });
  return { instance, errors: objectErrors({ sent, type, at, errors }, limits) };
}

interface ErrorsOfObject {
  readonly sent: unknown;
  readonly type: DtoClass;
  readonly at: Loc;
  readonly errors: readonly ClassValidatorError[];
}

/**
 * class-validator's errors as ours, in the order of the class's fields; then the fields that the class
 * doesn't know. class-validator's `whitelist` looks at the instance, where class-transformer already left out fields
 * such as `toString`, so what was sent is compared here.
 */
function objectErrors(
  { sent, type, at, errors }: ErrorsOfObject,
  limits: TextLimits,
): readonly ValidationError[] {
  if (Array.isArray(sent)) {
    const errorsAt = new Map(errors.map(({ property, children }) => [property, children]));
    return sent.flatMap((item: unknown, index) =>
      objectErrors(
        { sent: item, type, at: [...at, index], errors: errorsAt.get(`${index}`) ?? [] },
        limits,
      ),
    );
  }
  if (!isRecord(sent)) return [];
  const known = [...fieldsOf(type).values()].flatMap((spec) => {
    const error = errors.find(({ property }) => property === spec.name);
    const field = { value: sent[spec.name], at: [...at, spec.name], error };
    return fieldErrors(field, spec, limits);
  });
  return [...known, ...unknownFields(sent, type, at)];
}

interface ErrorOfField {
  readonly value: unknown;
  readonly at: Loc;
  readonly error: ClassValidatorError | undefined;
}

function fieldErrors(
  { value, at, error }: ErrorOfField,
  spec: FieldSpec,
  limits: TextLimits,
): readonly ValidationError[] {
  const own = [...ownViolations(spec, error), ...beyondLimit(value, spec, limits)];
  const items = own.map((one) => ({ ...withFields(one, spec), loc: [...at, ...one.loc] }));
  if (!spec.nested || own.some(({ loc }) => loc.length === 0)) return items;
  const children = { sent: value, type: spec.nested(), at, errors: error?.children ?? [] };
  return [...items, ...objectErrors(children, limits)];
}

/** Names the required fields of an object where something else was sent. */
function withFields(one: Violation, { nested }: FieldSpec): Violation {
  if (one.type !== 'dict_type' || !nested) return one;
  const required = [...fieldsOf(nested()).values()].filter((spec) => spec.required);
  if (required.length === 0) return one;
  const names = required.map(({ name }) => `"${name}"`).join(', ');
  return { ...one, msg: `Send an object with ${names}.` };
}

/** What is wrong with the field itself, or with plain items of its list. */
function ownViolations(
  { item = [] }: FieldSpec,
  error: ClassValidatorError | undefined,
): readonly Violation[] {
  const failed = Object.values<RuleContext>(error?.contexts ?? {});
  const own = withoutHidden(
    failed
      .filter(({ each }) => !each)
      .map((context) => context.violation)
      // IsDefined refuses null too, which the rule of the type describes better.
      .filter(({ type }) => type !== 'missing' || error?.value === undefined),
  );
  if (own.length > 0 || failed.length === 0) return own;
  // class-validator reports that items are wrong, but not which.
  return itemViolations(error?.value, checkOf(item));
}

function beyondLimit(
  value: unknown,
  { limit }: FieldSpec,
  limits: TextLimits,
): readonly Violation[] {
  if (limit === undefined || typeof value !== 'string') return [];
  return longerThan(value, limits[limit]) ? [tooLong(limits[limit])] : [];
}

/** What other APIs call `q`, which no spelling leads to. */
const SEARCHES = new Set(['search', 'query', 'text']);

function unknownFields(sent: JsonRecord, type: DtoClass, at: Loc): readonly ValidationError[] {
  if (allowsUnknownParameters(type)) return [];
  const fields = fieldsOf(type);
  const unknown = Object.keys(sent)
    .filter((key) => !fields.has(key) && !isForbiddenKey(key))
    .slice(0, MAX_ERRORS);
  if (unknown.length === 0) return [];
  const spelled = nameSpeller(documentedFields(type).map(({ name }) => name));
  const nearest = (key: string): readonly string[] =>
    SEARCHES.has(key) && fields.has('q') ? ['q'] : spelled(key);
  return unknown.map((key) => ({
    loc: [...at, key],
    msg: unknownField(type, {
      similar: nearest(key),
      noun: at[0] === 'query' ? 'parameter' : 'field',
    }),
    type: 'extra_forbidden',
  }));
}

interface UnknownFieldAdvice {
  /** Names of fields that look like it. */
  readonly similar: readonly string[];
  readonly noun?: 'field' | 'parameter';
  /** Whether a field of the class counts here; all of them do unless it is given. */
  readonly accepts?: (name: string) => boolean;
}

/**
 * What to do about a field that the class doesn't know: it is mostly misspelt, or belongs a level deeper. Lists the
 * fields that there are.
 */
export function unknownField(
  type: DtoClass,
  { similar, noun = 'field', accepts = () => true }: UnknownFieldAdvice,
): string {
  const fields = documentedFields(type).filter(({ name }) => accepts(name));
  const others = fields.flatMap((field) => (field.acceptsUnknownFields ? field.name : []));
  const lead = similar.length === 0 ? 'Leave' : `${didYouMean(similar)} If not, leave`;
  const instead = others.length === 0 ? '' : ` Anything else goes into ${others.join(' or ')}.`;
  const names = fields.map(({ name }) => name).sort();
  return `${lead} this ${noun} out: it is not known here. Known: ${names.join(', ')}.${instead}`;
}

const documentedFields = (type: DtoClass): readonly FieldSpec[] =>
  [...fieldsOf(type).values()].filter(({ ignored }) => !ignored);

/**
 * The errors of the fields and of the content check as one list without repetitions: an error of the content check is left
 * out where the fields have the same one, or a wrong type at its place or above.
 */
export function mergeErrors(
  fields: readonly ValidationError[],
  ofContent: readonly ValidationError[],
): readonly ValidationError[] {
  const reported = new Set(fields.map((item) => keyOf(item.loc, item.type)));
  const hiding = new Set(fields.filter(hidesOthers).map(({ loc }) => keyOf(loc)));
  const isHidden = ({ loc }: ValidationError): boolean =>
    loc.some((_, index) => hiding.has(keyOf(loc.slice(0, index + 1))));
  const others = ofContent.filter(
    (error) => !reported.has(keyOf(error.loc, error.type)) && !isHidden(error),
  );
  return [...fields, ...others];
}

const keyOf = (loc: Loc, type = ''): string => JSON.stringify([loc, type]);
