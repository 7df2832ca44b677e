import type { Manifest } from '../../derivation/manifest';
import type { ParamEntry } from '../../catalogue/workflow-file';

const TEXT = { type: 'string', minLength: 1 } as const;
const OUTPUT = {
  type: 'array',
  description: 'Node id and number of the output: ["4", 0].',
  minItems: 2,
  maxItems: 2,
  items: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
} as const;

const object = (properties: object, required: readonly string[] = []) => ({
  ...{ type: 'object', additionalProperties: false, properties },
  ...(required.length === 0 ? {} : { required }),
});
const listOf = (items: object, description: string) => ({ type: 'array', items, description });

const BIND = object({ node: TEXT, input: TEXT, plus: TEXT }, ['node', 'input']);
const GRID = object({ step: { type: 'integer', minimum: 1 }, offset: { type: 'integer' } }, [
  'step',
  'offset',
]);

const PARAM = {
  ...object({
    type: {
      ...{ type: 'string', description: 'model and lora: files of the node, in `folder`.' },
      enum: [
        ...['string', 'text', 'integer', 'number', 'boolean', 'choice'],
        ...['image', 'mask', 'audio', 'video', 'model', 'lora'],
      ],
    },
    description: { ...TEXT, description: 'What the value does, and a good one.' },
    required: { type: 'boolean', description: 'Left out: no.' },
    default: { description: "Left out: the graph's own value. null: none." },
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    grid: { ...GRID, description: 'Good values are `offset` + n × `step`.' },
    choices: {
      ...{ type: 'array', minItems: 1 },
      items: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    },
    folder: { ...TEXT, description: "Under the node's models: `checkpoints`." },
    binds: listOf(
      BIND,
      'The inputs that take the value. `plus` names a param whose value is added. Empty: it is only recorded.',
    ),
    branch: listOf(TEXT, 'Ids of nodes that leave the graph when no file is given.'),
  } satisfies Record<keyof ParamEntry, object>),
  nullable: true,
};

const MODEL = object({ folder: TEXT, file: TEXT, page: { ...TEXT, format: 'uri' } }, [
  'folder',
  'file',
]);
const LORA_SLOT = object(
  {
    loader: { type: 'string', enum: ['LoraLoader', 'LoraLoaderModelOnly'] },
    ...{ model: OUTPUT, clip: OUTPUT, target: { type: 'string', enum: ['high', 'low'] } },
  },
  ['loader', 'model'],
);

/** The fields of a manifest, for `/openapi.json`; what holds them to it is `manifestProblems`. */
export const MANIFEST_FIELDS = {
  name: { ...TEXT, description: 'As `name` beside it, which counts more.' },
  description: { ...TEXT, description: 'One or two sentences: what it is good at.' },
  kind: { type: 'string', enum: ['image', 'video'] },
  modes: listOf(
    { type: 'string', enum: ['t2i', 'i2i', 'edit', 'upscale', 't2v', 'i2v', 'v2v'] },
    'What is made from what; t2i, i2i, edit and upscale are of `image`, the others of `video`.',
  ),
  vram_gb: {
    ...{ type: 'number', nullable: true, exclusiveMinimum: 0, maximum: 10_000 },
    description: 'Class of graphics memory in GB that it runs well on.',
  },
  notes: listOf(TEXT, 'What is good to know.'),
  models: listOf(MODEL, "The graph's model files, with the page to download each from."),
  lora_slots: listOf(
    LORA_SLOT,
    'Outputs behind which LoRA loaders go: LoraLoader with `clip`, LoraLoaderModelOnly without. Two with `target` high and low for two experts. Empty: no LoRAs.',
  ),
  example: {
    ...{ type: 'object', additionalProperties: true },
    description: 'The values that `next` sends, such as a prompt.',
  },
  open_params: listOf(
    TEXT,
    '`node_<id>.<input>` names that callers who aren’t admin may set although they name files.',
  ),
  params: {
    ...{ type: 'object', additionalProperties: PARAM },
    description:
      'By name. Of a derived param, the fields that differ; of one of its own, `type`, `description` and `binds` at least; null: no such param.',
  },
} satisfies Record<keyof Manifest, object>;
