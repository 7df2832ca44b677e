import type { ValidationError } from 'class-validator';
import type { ValidationItem, ValidationType } from '../errors/validation-failed';
import { FIELD_CHECK, type FieldContext } from './field';
import type { Loc } from './screen';
import type { Violation } from './violation';

/** What class-validator says where a list's item is no object; our own check has said it better. */
const COVERED = new Set(['nestedValidation', 'unknownValue']);

const MISSING: Violation = { loc: [], msg: 'Send this field: it is required.', type: 'missing' };

/** Turns class-validator's tree of errors into flat items with a place each. Pure. */
export function itemsOf(
  errors: readonly ValidationError[],
  at: Loc,
  inList = false,
): readonly ValidationItem[] {
  return errors.flatMap((error) => {
    const place = [...at, inList ? Number(error.property) : error.property];
    const own = violationsOf(error);
    const items = own.map((one) => ({ ...one, loc: [...place, ...one.loc] }));
    if (own.some((one) => one.loc.length === 0)) return items;
    return [...items, ...itemsOf(error.children ?? [], place, Array.isArray(error.value))];
  });
}

function violationsOf(error: ValidationError): readonly Violation[] {
  const constraints = Object.entries(error.constraints ?? {});
  if (constraints.length === 0) return [];
  if (error.value === undefined) return [MISSING];
  const context = error.contexts?.[FIELD_CHECK] as FieldContext | undefined;
  const checked = context ? context.check(error.value) : [];
  const foreign = constraints.filter(([name]) => name !== FIELD_CHECK && !COVERED.has(name));
  return [
    ...checked,
    ...foreign.map(([, msg]): Violation => ({ loc: [], msg, type: 'value_error' })),
  ];
}

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
 * Both findings in one list, each thing said once: an item of the screen gives way to the same finding of the field,
 * and to a wrong type at its place or above.
 */
export function together(
  fields: readonly ValidationItem[],
  screened: readonly ValidationItem[],
): readonly ValidationItem[] {
  const said = new Set(fields.map((item) => keyOf(item.loc, item.type)));
  const hiding = new Set(
    fields.filter((item) => HIDES_OTHERS.has(item.type)).map((item) => keyOf(item.loc)),
  );
  const hidden = ({ loc }: ValidationItem): boolean =>
    loc.some((_, index) => hiding.has(keyOf(loc.slice(0, index + 1))));
  const news = screened.filter((item) => !said.has(keyOf(item.loc, item.type)) && !hidden(item));
  return [...fields, ...news];
}

const keyOf = (loc: Loc, type = ''): string => JSON.stringify([loc, type]);
