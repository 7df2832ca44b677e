import { codedError } from '../../platform/errors/app-error';
import type { Assessment } from '../workflows/public/availability';

/** What a node lacks for a workflow; `assessment` is null when the node doesn't take jobs of this kind. */
export interface NodeShortcomings {
  readonly provider: string;
  readonly assessment: Assessment | null;
}

/** Names what the chosen node lacks, or with `auto` the one that lacks least; `null` when there is no node. */
export class WorkflowNotRunnable extends codedError({
  code: 'workflow_not_runnable',
  status: 409,
  meaning:
    'The node, or every node, lacks something that the workflow needs; the answer names it. GET /api/workflows?runnable=true lists others.',
}) {
  constructor(workflow: string, kind: string, node: NodeShortcomings | null) {
    const { provider = null, assessment = null } = node ?? {};
    const { missing_classes = [], missing_models = [], unsupported_values = [] } = assessment ?? {};
    const alike = assessment?.nearest_classes;
    super(`${messageStart(workflow, provider)} ${reason(kind, provider, assessment)}`, {
      hint: `GET /api/workflows?kind=${kind}&runnable=true`,
      extras: {
        workflow,
        provider,
        missing_classes,
        missing_models,
        unsupported_values,
        ...(alike ? { nearest_classes: alike } : {}),
      },
    });
  }
}

const messageStart = (workflow: string, provider: string | null): string =>
  provider === null
    ? `No node can run the workflow '${workflow}':`
    : `The node '${provider}' can't run the workflow '${workflow}':`;

function reason(kind: string, provider: string | null, assessment: Assessment | null): string {
  if (provider === null) return `none is configured for ${kind} jobs.`;
  if (assessment === null) return `it isn't configured for ${kind} jobs.`;
  const alike = new Map(
    (assessment.nearest_classes ?? []).map(({ class: name, nearest }) => [name, nearest]),
  );
  const classes = assessment.missing_classes.map(
    (name) => `the node class ${name}${suggestion(alike.get(name))}`,
  );
  const models = assessment.missing_models.map(
    ({ folder, file, nearest }) => `the model ${folder}/${file}${suggestion(nearest)}`,
  );
  const [links, values] = linksAndValues(assessment.unsupported_values);
  const settings = values.map(
    ({ class: nodeClass, input, value, nearest }) =>
      `${setting(input, value)} of ${nodeClass}${suggestion(nearest)}`,
  );
  const lacked = [...new Set([...classes, ...models, ...settings])];
  return [
    ...(lacked.length === 0 ? [] : [`it lacks ${lacked.join(', ')}.`]),
    ...otherFiles(provider, assessment),
    ...links.map(
      ({ node, class: nodeClass, reason: why }) => `node ${node} (${nodeClass}): ${why}.`,
    ),
  ].join(' ');
}

/** Where the files are listed that could be used instead of a missing one, unless similar ones are named. */
function otherFiles(provider: string, { missing_models }: Assessment): readonly string[] {
  const unlike = missing_models.filter(({ nearest }) => nearest.length === 0);
  const [folder, ...more] = new Set(unlike.map((model) => model.folder));
  if (folder === undefined) return [];
  const which = more.length === 0 ? encodeURIComponent(folder) : 'FOLDER';
  return [`GET /api/comfy/models/${which}?provider=${provider} lists what it has.`];
}

type UnsupportedValues = Assessment['unsupported_values'];

const linksAndValues = (
  unsupported: UnsupportedValues,
): readonly [UnsupportedValues, UnsupportedValues] => [
  unsupported.filter(isLink),
  unsupported.filter((one) => !isLink(one)),
];

const isLink = ({ value, reason: why }: UnsupportedValues[number]): boolean =>
  value !== undefined && why !== undefined;

/** Without a value, a required one is missing. */
function setting(input: string, value: unknown): string {
  if (value === undefined) return `a value for ${input}`;
  return `${input} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

const suggestion = (nearest: readonly string[] = []): string =>
  nearest.length === 0 ? '' : ` (it has ${nearest.join(', ')})`;

export class CheckpointNotFound extends codedError({
  code: 'checkpoint_not_found',
  status: 404,
  meaning:
    'lora_checkpoint names no LoRA of the node, or "latest" and none was published. `nearest` names similar ones.',
}) {
  constructor(why: string, provider: string, nearest: readonly string[] = []) {
    super(why, {
      hint: `GET /api/comfy/models/loras?provider=${provider}`,
      extras: { nearest },
    });
  }
}

export class NodeFileNotAllowed extends codedError({
  code: 'node_file_not_allowed',
  status: 403,
  meaning:
    "workflow_params names a file in a node's own folders, which only admin keys may. Upload the file with POST /api/media and send its path.",
}) {
  constructor(param: string) {
    super(
      `'${param}' names a file in the node's own folders, which this key may not do. ` +
        'Upload the file and send its media path in a field that takes one.',
      { hint: 'POST /api/media' },
    );
  }
}
