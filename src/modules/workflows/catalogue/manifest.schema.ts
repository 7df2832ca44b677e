import type { SchemaObject } from 'ajv';
import { longerThan } from '../../../platform/validation/checks';
import { isForbiddenKey } from '../../../platform/validation/content-check';

import { DECLARED_PARAM_TYPES, MODES, PARAM_GROUPS } from '../public/workflow';
import { WORKFLOW_ID, WORKFLOW_ID_FORM } from './workflow-id';
import { nameFault } from './reserved-names';
import type { Manifest, ParamEntry } from './workflow-file';

/*
 * The JSON schemas of manifests and of complete workflow files. Two custom keywords aren't published: `must` ends the
 * sentence "must be …" about a wrong value, and `check` is a test that JSON Schema can't express.
 */

/** The problem of a value; `null` if it is valid or has a wrong type, which other keywords report. */
export type ValueCheck = (value: unknown) => string | null;

const checkText =
  (must: string, isGood: (text: string) => boolean): ValueCheck =>
  (value) =>
    typeof value !== 'string' || isGood(value) ? null : `must be ${must}`;

/** More than the default limit of a prompt. */
const MAX_TEXT_CHARACTERS = 20_000;

const STRING: SchemaObject = { type: 'string', maxLength: MAX_TEXT_CHARACTERS };

/** Why a text is refused that is longer than `max`. */
export const tooManyCharacters = (max: number): string =>
  `must have at most ${String(max)} characters`;

const textThat = (must: string, isGood: (text: string) => boolean): SchemaObject => ({
  ...STRING,
  minLength: 1,
  must,
  check: checkText(must, isGood),
});

const TEXT = textThat('a text', (text) => text.trim() !== '');
const INTEGER: SchemaObject = {
  type: 'integer',
  check: ((value) =>
    typeof value !== 'number' || Number.isSafeInteger(value)
      ? null
      : 'must be a whole number') satisfies ValueCheck,
};

const MAX_NAME_CHARACTERS = 500;

function isRelative(name: string): boolean {
  if (name.length > MAX_NAME_CHARACTERS || name.startsWith('~') || /\p{Cc}/u.test(name))
    return false;
  return name.split(/[\\/]/).every((part) => part.trim() !== '' && !/^\.+$/.test(part));
}

/** A relative file path with slashes of either kind; the name is sent to nodes. */
const FILE_NAME = textThat(
  'the name of a file, or its path below the folder, such as SDXL/base.safetensors',
  (text) => isRelative(text) && !/^[a-z]:/i.test(text),
);
const FOLDER_NAME = textThat(
  "the name of a folder under the node's models, such as checkpoints",
  (text) => isRelative(text) && /^[\p{L}\p{N} _./-]+$/u.test(text),
);
/** A link that people open in a browser: no script URLs, no passwords. */
const WEB_PAGE = {
  ...textThat('the address of a page, such as https://example.com/model', isPage),
  format: 'uri',
};

function isPage(text: string): boolean {
  if (!/^https?:\/\/[^/\s]/.test(text) || /\s/.test(text)) return false;
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
}

const object = (
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[] = [],
): SchemaObject => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length === 0 ? {} : { required }),
});
const listOf = (items: SchemaObject, description?: string): SchemaObject => ({
  type: 'array',
  items,
  ...(description === undefined ? {} : { description }),
});
/** The names of an object's free keys. */
interface NameRule {
  readonly pattern: RegExp;
  /** The pattern in words. */
  readonly form: string;
  /** Why a name of this form is refused. */
  readonly fault?: (name: string) => string | null;
}

/** An object with free keys. */
const mapOf = (rule: NameRule, item: SchemaObject): SchemaObject => ({
  type: 'object',
  additionalProperties: item,
  propertyNames: {
    check: ((name) => freeNameFault(String(name), rule)) satisfies ValueCheck,
  },
});

function freeNameFault(name: string, { pattern, form, fault }: NameRule): string | null {
  if (isForbiddenKey(name)) return 'JavaScript reserves this name: choose another one';
  return fault?.(name) ?? (pattern.test(name) ? null : `the name must be ${form}`);
}

export const ALL_MODES = Object.values(MODES).flat();
const MAX_GIGABYTES = 10_000;

const GRID = object(
  { step: { ...INTEGER, minimum: 1, must: 'a whole number from 1' }, offset: INTEGER },
  ['step', 'offset'],
);

/** @param id schema of node ids: imported graphs keep their own */
function paramSchema(id: SchemaObject, required: readonly (keyof ParamEntry)[]): SchemaObject {
  const bind = object({ node: id, input: TEXT, plus: TEXT }, ['node', 'input']);
  return object(
    {
      type: {
        type: 'string',
        description: 'model and lora: files of the node, in `folder`.',
        enum: [...DECLARED_PARAM_TYPES],
      },
      description: { ...TEXT, description: 'What the value does, and a recommended value.' },
      required: { type: 'boolean', description: 'Left out: no.' },
      default: { description: "Left out: the graph's own value. null: none." },
      minimum: { type: 'number' },
      maximum: { type: 'number' },
      grid: { ...GRID, description: 'Good values are `offset` + n × `step`.' },
      choices: {
        type: 'array',
        minItems: 1,
        items: { oneOf: [STRING, { type: 'number' }], ...NOT_BLANK },
      },
      folder: { ...FOLDER_NAME, description: "Under the node's models: `checkpoints`." },
      binds: listOf(
        bind,
        'The inputs that take the value. `plus` names a param whose value is added. Empty: it is only recorded.',
      ),
      label: { ...TEXT, description: 'What a form shows. Left out: from the name.' },
      group: { type: 'string', enum: [...PARAM_GROUPS], description: 'Where a form shows it.' },
      order: { ...INTEGER, description: 'Where in its group: lowest first.' },
      role: { ...TEXT, description: 'What it does: prompt, steps, guidance …' },
      unit: { ...TEXT, description: 'px, frames …' },
      step: { type: 'number', minimum: 0, description: 'The step of a slider.' },
      soft_minimum: { type: 'number', description: 'Where a slider begins.' },
      soft_maximum: { type: 'number', description: 'Where a slider ends.' },
      branch: listOf(id, 'Ids of nodes that leave the graph when no file is given.'),
    } satisfies Record<keyof ParamEntry, object>,
    required,
  );
}

const NOT_BLANK = { must: 'a text', check: TEXT['check'] as ValueCheck };

/** An output: node id and index. `prefixItems` is exact; older tools only understand `items`. */
const outputSchema = (id: SchemaObject): SchemaObject => ({
  type: 'array',
  description: 'Node id and number of the output: ["4", 0].',
  minItems: 2,
  maxItems: 2,
  items: { oneOf: [STRING, { type: 'integer' }] },
  prefixItems: [id, INTEGER],
});

const PARAM_NAME: NameRule = {
  pattern: /^[a-z][a-z0-9_]*$/,
  form: 'lower-case letters, digits and _, a letter first',
  fault: nameFault,
};

/** The fields of a workflow file other than its graph. */
function describingFields(id: SchemaObject, param: SchemaObject) {
  const loraSlot = object(
    {
      loader: { type: 'string', enum: ['LoraLoader', 'LoraLoaderModelOnly'] },
      model: outputSchema(id),
      clip: outputSchema(id),
      target: { type: 'string', enum: ['high', 'low'] },
    },
    ['loader', 'model'],
  );
  const model = object({ folder: FOLDER_NAME, file: FILE_NAME, page: WEB_PAGE }, [
    'folder',
    'file',
  ]);
  return {
    name: { ...TEXT, description: 'As `name` beside it, which counts more.' },
    description: { ...TEXT, description: 'One or two sentences: what it is good at.' },
    kind: { type: 'string', enum: ['image', 'video'] },
    modes: listOf(
      { type: 'string', enum: ALL_MODES },
      'What is made from what; t2i, i2i, edit and upscale are of `image`, the others of `video`.',
    ),
    vram_gb: {
      type: 'number',
      nullable: true,
      exclusiveMinimum: 0,
      maximum: MAX_GIGABYTES,
      must: `gigabytes: a number above 0 and up to ${String(MAX_GIGABYTES)}, or null where nobody knows`,
      description: 'Class of graphics memory in GB that it runs well on.',
    },
    notes: listOf(TEXT, 'Advice for users of the workflow.'),
    models: listOf(model, "The graph's model files, with the page to download each from."),
    lora_slots: listOf(
      loraSlot,
      'Outputs behind which LoRA loaders go: LoraLoader with `clip`, LoraLoaderModelOnly without. Two with `target` high and low for two experts. Empty: no LoRAs.',
    ),
    example: {
      type: 'object',
      additionalProperties: true,
      patternProperties: { '': { check: checkExampleText } },
      description: 'The values that `next` sends, such as a prompt.',
    },
    open_params: listOf(
      TEXT,
      '`node_<id>.<input>` names that callers who aren’t admin may set although they name files.',
    ),
    params: {
      ...mapOf(PARAM_NAME, param),
      description:
        'By name. Of a derived param, the fields that differ; of one of its own, `type`, `description` and `binds` at least; null: no such param.',
    },
  } satisfies Record<keyof Manifest, SchemaObject>;
}

const checkExampleText: ValueCheck = (value) =>
  typeof value === 'string' && longerThan(value, MAX_TEXT_CHARACTERS)
    ? tooManyCharacters(MAX_TEXT_CHARACTERS)
    : null;

const MANIFEST_PROPERTIES = describingFields(TEXT, { ...paramSchema(TEXT, []), nullable: true });

export const MANIFEST_SCHEMA = object(MANIFEST_PROPERTIES);

const NODE_ID = /^[A-Za-z0-9_-]+$/;
const NODE_ID_FORM = 'letters, digits, - and _';
const NODE_ID_TEXT = textThat(`a node id: ${NODE_ID_FORM}`, (text) => NODE_ID.test(text));
const NODE = object(
  { class_type: TEXT, inputs: { type: 'object' }, _meta: object({ title: TEXT }, ['title']) },
  ['class_type', 'inputs', '_meta'],
);

const WORKFLOW_PROPERTIES = {
  format: { enum: [1] },
  id: textThat(`${WORKFLOW_ID_FORM}, at most 64`, (id) => WORKFLOW_ID.test(id)),
  ...describingFields(NODE_ID_TEXT, paramSchema(NODE_ID_TEXT, ['type', 'description', 'binds'])),
  graph: mapOf({ pattern: NODE_ID, form: NODE_ID_FORM }, NODE),
};

/** The schema of a complete file, such as those of builtin workflows. */
export const WORKFLOW_SCHEMA = object(
  WORKFLOW_PROPERTIES,
  Object.keys(WORKFLOW_PROPERTIES).filter((name) => name !== 'open_params'),
);

const UNPUBLISHED: ReadonlySet<string> = new Set([
  'check',
  'must',
  'prefixItems',
  'propertyNames',
  'patternProperties',
]);

function published(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(published);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => !UNPUBLISHED.has(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, published(value)]));
}

/** The fields of a manifest for `/openapi.json`, without our own keywords. */
export const MANIFEST_FIELDS = published(MANIFEST_PROPERTIES) as typeof MANIFEST_PROPERTIES;
