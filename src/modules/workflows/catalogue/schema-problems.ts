import Ajv2020, { type ErrorObject, type SchemaObject } from 'ajv/dist/2020';
import { didYouMean, nameSpeller } from '../../../platform/nearest-names';
import type { JsonPath } from '../json/json-path';
import {
  MANIFEST_SCHEMA,
  tooManyCharacters,
  type ValueCheck,
  WORKFLOW_SCHEMA,
} from './manifest.schema';

/** A violation of a file's schema. */
export interface SchemaProblem {
  readonly path: JsonPath;
  readonly reason: string;
}

/** Runs at every start: checking our own schema and optimizing the generated code took most of the time. */
const ajv = new Ajv2020({
  validateSchema: false,
  meta: false,
  code: { optimize: false },
  allErrors: true,
  verbose: true,
  strict: false,
  ownProperties: true,
  validateFormats: false,
});
ajv.addKeyword({
  keyword: 'check',
  validate: (check: ValueCheck, value: unknown) => check(value) === null,
});

/** The problems of a manifest; if there are none, the value is a `Manifest`. */
export function manifestProblems(value: unknown): readonly SchemaProblem[] {
  return problemsOf(MANIFEST_SCHEMA, value);
}

/** The problems of a complete workflow file; if there are none, the value is a `WorkflowFile`. */
export function workflowFileProblems(value: unknown): readonly SchemaProblem[] {
  return problemsOf(WORKFLOW_SCHEMA, value);
}

/** How many problems are reported; a file may have a hundred thousand. */
const MAX_PROBLEMS = 100;

function problemsOf(schema: SchemaObject, value: unknown): readonly SchemaProblem[] {
  // Compiled when it is first needed: no start needs the manifest's. Ajv keeps what it has compiled.
  const validate = ajv.compile(schema);
  if (validate(value)) return [];
  const problems = new Map<string, SchemaProblem>();
  const badNames = new Set<string>();
  for (const error of validate.errors ?? []) {
    const pointer = pointerOf(error);
    // Errors below a wrong name would only repeat it.
    if (problems.has(pointer) || parentsOf(pointer).some((parent) => badNames.has(parent)))
      continue;
    const reason = reasonOf(error);
    if (reason === null) continue;
    if (error.propertyName !== undefined) badNames.add(pointer);
    problems.set(pointer, { path: pathIn(value, pointer), reason });
    if (problems.size === MAX_PROBLEMS) break;
  }
  return [...problems.values()];
}

/** `/a`, `/a/b` for `/a/b/c`. */
const parentsOf = (pointer: string): readonly string[] =>
  [...pointer.matchAll(/\//g)].slice(1).map(({ index }) => pointer.slice(0, index));

function pointerOf({ instancePath, keyword, params, propertyName }: ErrorObject): string {
  if (keyword === 'required') return below(instancePath, params['missingProperty'] as string);
  if (keyword === 'additionalProperties')
    return below(instancePath, params['additionalProperty'] as string);
  return propertyName === undefined ? instancePath : below(instancePath, propertyName);
}

const below = (pointer: string, name: string): string =>
  `${pointer}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;

function pathIn(value: unknown, pointer: string): JsonPath {
  let at = value;
  return pointer
    .split('/')
    .slice(1)
    .map((step) => {
      const name = step.replace(/~1/g, '/').replace(/~0/g, '~');
      const isIndex = Array.isArray(at);
      at = (at as Readonly<Record<string, unknown>> | undefined)?.[name];
      return isIndex ? Number(name) : name;
    });
}

/** `null` for an error that only repeats others. */
function reasonOf({ keyword, schemaPath, params, ...error }: ErrorObject): string | null {
  if (keyword === 'propertyNames' || /\/oneOf\/\d/.test(schemaPath)) return null;
  const parent = error.parentSchema as SchemaObject;
  switch (keyword) {
    case 'additionalProperties':
      return unknownField(parent, params['additionalProperty'] as string);
    case 'check':
      return (error.schema as ValueCheck)(error.data);
    case 'required':
      return missingReason(parent, params['missingProperty'] as string);
    case 'maxLength':
      return tooManyCharacters(parent['maxLength'] as number);
    case 'minItems':
      return parent['maxItems'] === undefined
        ? 'must name one at least; leave it out where anything goes'
        : `must be ${expected(parent)}`;
    default:
      return `must be ${expected(parent)}`;
  }
}

function unknownField({ properties }: SchemaObject, name: string): string {
  const known = Object.keys(properties as object).sort();
  const similar = nameSpeller(known)(name);
  const lead = similar.length === 0 ? 'leave' : `${didYouMean(similar)} If not, leave`;
  return `${lead} this field out: it is not known here. Known: ${known.join(', ')}`;
}

function missingReason(parent: SchemaObject, name: string): string {
  const properties = parent['properties'] as Readonly<Record<string, SchemaObject>>;
  const missing = properties[name] ?? {};
  const isContainer = missing['type'] === 'object' || missing['type'] === 'array';
  return `${isContainer ? '' : 'missing; '}must be ${expected(missing)}`;
}

const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
};

/** The expected value, worded to follow "must be". */
function expected(schema: SchemaObject): string {
  const { must, enum: choices, maxItems, type } = schema as Readonly<Record<string, unknown>>;
  if (typeof must === 'string') return must;
  if (Array.isArray(choices)) return `one of ${choices.join(', ')}`;
  if (typeof maxItems === 'number') return `a list of ${String(maxItems)}`;
  return TYPES[String(type)] ?? 'another value';
}
