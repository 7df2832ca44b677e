import { isRecord } from '../json';
import type { ValidationItem } from '../errors/validation-failed';
import { didYouMean, type NameFinder, nameSpeller } from '../nearest-names';
import { longerThan, tooLong } from './checks';
import { type DtoClass, type FieldSpec, fieldsOf, type LimitName } from './field';
import { isForbiddenKey, type Loc, MAX_ITEMS } from './screen';

export type TextLimits = Readonly<Record<LimitName, number>>;

/**
 * What the fields themselves don't see: keys that the request class doesn't know, at every depth that it describes,
 * and limits that the configuration sets. Pure.
 */
export function shapeFaults(
  body: Readonly<Record<string, unknown>>,
  type: DtoClass,
  at: Loc,
  limits: TextLimits,
): readonly ValidationItem[] {
  const fields = fieldsOf(type);
  const found: ValidationItem[] = [];
  for (const [key, value] of Object.entries(body)) {
    if (found.length >= MAX_ITEMS) break;
    const place = [...at, key];
    const spec = fields.get(key);
    if (spec) found.push(...knownFaults(value, spec, place, limits));
    else if (!isForbiddenKey(key))
      found.push({
        loc: place,
        msg: unknownField(type, nearestFields(type)(key)),
        type: 'extra_forbidden',
      });
  }
  return found;
}

/**
 * What to do about a field that the class doesn't know: it is mostly misspelt, or belongs a level deeper. Names the
 * fields that there are. Pure.
 * @param meant what looks like it
 */
export function unknownField(type: DtoClass, meant: readonly string[]): string {
  const told = toldFields(type);
  const others = told.find(({ takesOthers }) => takesOthers)?.name;
  const lead = meant.length === 0 ? 'Leave' : `${didYouMean(meant)} If not, leave`;
  const instead = others === undefined ? '' : ` Anything else goes into ${others}.`;
  const taken = told.map(({ name }) => name).sort();
  return `${lead} this field out: it is not known here. Known: ${taken.join(', ')}.${instead}`;
}

const toldFields = (type: DtoClass): readonly FieldSpec[] =>
  [...fieldsOf(type).values()].filter(({ ignored }) => !ignored);

const finders = new WeakMap<DtoClass, NameFinder>();

/** Finds the fields of a class that look like a name. */
function nearestFields(type: DtoClass): NameFinder {
  const found = finders.get(type) ?? nameSpeller(toldFields(type).map(({ name }) => name));
  finders.set(type, found);
  return found;
}

function knownFaults(
  value: unknown,
  spec: FieldSpec,
  at: Loc,
  limits: TextLimits,
): readonly ValidationItem[] {
  const { nested, limit } = spec;
  if (limit !== undefined && typeof value === 'string' && longerThan(value, limits[limit]))
    return [{ ...tooLong(limits[limit]), loc: at }];
  if (!nested) return [];
  if (isRecord(value)) return shapeFaults(value, nested(), at, limits);
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown, index) =>
    isRecord(item) ? shapeFaults(item, nested(), [...at, index], limits) : [],
  );
}
