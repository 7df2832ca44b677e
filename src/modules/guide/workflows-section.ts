import { describeRecommendedValues } from './recommended-values';
import { inlineCode, inlineCodeList, table } from './markdown';
import { type GuideFacts, onlineOf } from './guide-facts';
import { heldValues } from '../workflows/public/generate-fields';
import { replacementCheckpoint } from './replacement-checkpoint';
import { memoryOf, recommendedWorkflow } from '../workflows/public/recommended-workflow';
import type { DescribedWorkflow } from '../workflows/public/workflow-records';

/** How many workflows are shown, of those that can run (for each kind) and of the others. */
interface Extent {
  readonly runnable: number;
  readonly notRunnable: number;
  /** The address that lists the rest. */
  readonly rest: (query: string) => string;
}
const IN_GUIDE: Extent = { runnable: 8, notRunnable: 5, rest: () => '/api/guide/workflows' };
const IN_CHAPTER: Extent = {
  runnable: 40,
  notRunnable: 20,
  rest: (query) => `/api/workflows?${query}&limit=200`,
};
const MAX_MISSING = 3;
const MAX_PARAMS = 8;
const MAX_NODES = 5;

const HEAD = ['Workflow', 'Makes', 'From', 'May take', 'Good values'];
const FILE_TYPES = ['image', 'mask', 'audio', 'video'];

/**
 * The caller's workflows: those that a node can run, online or not, and the others with the reason. Where there are many, the
 * first ones and the address of the rest.
 */
export const workflowsSection = (facts: GuideFacts): string => section(facts, IN_GUIDE);

/** As {@link workflowsSection}, with as many as fit into a chapter. */
export const allWorkflows = (facts: GuideFacts): string => section(facts, IN_CHAPTER);

function section(facts: GuideFacts, extent: Extent): string {
  const { workflows, nodes } = facts;
  const runnable = workflows.filter(({ runnable_on }) => runnable_on.length > 0);
  const notRunnable = workflows.filter((workflow) => !runnable.includes(workflow));
  const parts = [
    ...(runnable.length === 0 ? [nothingRuns(facts, notRunnable)] : []),
    ...(runnable.length > 0 && nodes.length === 1
      ? [`All run on ${inlineCode(nodes[0]?.id ?? '')}.`]
      : []),
    ...kindTable('image', runnable, facts, extent),
    ...kindTable('video', runnable, facts, extent),
    ...(notRunnable.length === 0 ? [] : [notRunnableTable(notRunnable, nodes, extent)]),
    ...detailCall(runnable[0] ?? notRunnable[0]),
  ];
  return `\n${parts.join('\n\n')}\n`;
}

function nothingRuns(
  { workflows, nodes }: GuideFacts,
  notRunnable: readonly DescribedWorkflow[],
): string {
  if (notRunnable.some((workflow) => replacementCheckpoint(workflow, nodes)))
    return 'No workflow has its own model files here. The examples below name another checkpoint that a node has; judge by its name whether it suits the workflow.';
  const reason =
    workflows.length === 0
      ? 'None of the workflows on the list of your key exists. Ask an admin to change the list.'
      : onlineOf(nodes).length > 0
        ? 'The nodes lack what the workflows need (below). Tell the operator which model files to install, or ask an admin for other workflows.'
        : 'Wait until a node is online (`GET /api/providers`), or tell the operator.';
  return `**Nothing that you may use can run now.** ${reason} Then read this guide again: it will have the examples that are missing below.`;
}

const TITLES = {
  image: 'Pictures, by `POST /api/image/generate`:',
  video: 'Clips, by `POST /api/video/generate`:',
} as const;

function kindTable(
  kind: DescribedWorkflow['kind'],
  runnable: readonly DescribedWorkflow[],
  facts: GuideFacts,
  extent: Extent,
): readonly string[] {
  const all = runnable.filter((workflow) => workflow.kind === kind);
  if (all.length === 0) return [];
  const shown = chosen(all, extent.runnable);
  const columns = [
    ...(facts.nodes.length > 1 ? [runsOnColumn(facts)] : []),
    ...(shown.some(({ run_time }) => run_time.length > 0) ? [RUN_TIME] : []),
  ];
  const head = [...HEAD, ...columns.map(({ title }) => title)];
  const rows = shown.map((workflow) => [
    ...rowOf(workflow),
    ...columns.map(({ cell }) => cell(workflow)),
  ]);
  const more = all.length - rows.length;
  const rest = more > 0 ? `\n\nAnd ${more} more: \`GET ${extent.rest(`kind=${kind}`)}\`` : '';
  return [`${TITLES[kind]}\n\n${table(head, rows)}${rest}`];
}

/**
 * At most `count` of them, in the given order: the recommended one of each mode first, then imported ones, then those that
 * run on the smallest nodes.
 */
function chosen(all: readonly DescribedWorkflow[], count: number): readonly DescribedWorkflow[] {
  const modes = [...new Set(all.flatMap((workflow) => workflow.modes))];
  const recommended = modes.flatMap(
    (mode) => recommendedWorkflow(all.filter((one) => one.modes.includes(mode))) ?? [],
  );
  const imported = all.filter(({ source }) => source === 'imported');
  const others = all.toSorted((a, b) => memoryOf(a) - memoryOf(b));
  const first = new Set([...new Set([...recommended, ...imported, ...others])].slice(0, count));
  return all.filter((workflow) => first.has(workflow));
}

/** An optional column. */
interface Column {
  readonly title: string;
  readonly cell: (workflow: DescribedWorkflow) => string;
}

const RUN_TIME: Column = { title: 'Run time', cell: runTimeText };

const runsOnColumn = ({ nodes }: GuideFacts): Column => ({
  title: 'Runs on',
  cell: ({ runnable_on }) => {
    const online = onlineOf(nodes);
    const isOnline = (id: string): boolean => online.includes(id);
    const labels = runnable_on
      .toSorted((a, b) => Number(isOnline(b)) - Number(isOnline(a)))
      .map((id) => `${inlineCode(id)}${isOnline(id) ? '' : ' (offline)'}`);
    const more = labels.length - MAX_NODES;
    return `${labels.slice(0, MAX_NODES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  },
});

function rowOf(workflow: DescribedWorkflow): readonly string[] {
  const { id, name, source, kind, modes, params, supports_lora } = workflow;
  const label = source === 'builtin' ? name : `${inlineCode(name)} (imported)`;
  const all = Object.entries(params);
  const required = all.filter(([, param]) => param.required);
  const optional = all.filter(([id, { type, required }]) => !required && isShown(id, type));
  const fieldOf = ([id, param]: (typeof all)[number]): string =>
    heldValues(kind, id, param) === 'none' ? `workflow_params.${id}` : id;
  return [
    inlineCode(id, 64),
    `${label} (${modes.join(', ')})`,
    inlineCodeList(required.map(fieldOf), MAX_PARAMS),
    [
      ...optional.map((param) => inlineCode(fieldOf(param))),
      ...(supports_lora ? ['LoRAs'] : []),
    ].join(', '),
    describeRecommendedValues(workflow),
  ];
}

/** Whether the table names an optional param. Size, seed and other common settings are left out. */
const isShown = (param: string, type: string): boolean =>
  param === 'negative' || param === 'denoise' || FILE_TYPES.includes(type);

/** The run time of the fastest node. */
function runTimeText({ run_time }: DescribedWorkflow): string {
  const medians = run_time.map(({ median_seconds }) => median_seconds);
  if (medians.length === 0) return '';
  const best = Math.min(...medians);
  return `${best < 10 ? Math.round(best * 10) / 10 : Math.round(best)} s`;
}

function notRunnableTable(
  notRunnable: readonly DescribedWorkflow[],
  nodes: GuideFacts['nodes'],
  extent: Extent,
): string {
  const rows = notRunnable
    .slice(0, extent.notRunnable)
    .map((workflow) => [inlineCode(workflow.id, 64), whyNot(workflow, nodes)]);
  const more = notRunnable.length - rows.length;
  const rest = more > 0 ? `\n\nAnd ${more} more: \`GET ${extent.rest('runnable=false')}\`` : '';
  return `These can't run now (\`requirements.missing\` of the record lists all that is missing):\n\n${table(['Workflow', 'Why'], rows)}${rest}`;
}

function whyNot(workflow: DescribedWorkflow, nodes: GuideFacts['nodes']): string {
  const replacement = replacementCheckpoint(workflow, nodes);
  const advice = replacement
    ? `; send \`${replacement.param}\`, such as ${inlineCode(replacement.file, 120)}`
    : '';
  return `${describeMissing(workflow)}${advice}`;
}

/** What is missing on the node that lacks the fewest things. Nodes that were never reached count only if no node was reached. */
function describeMissing({ requirements }: DescribedWorkflow): string {
  const nodes = requirements.missing.map((node) => ({ node, missing: missingOf(node) }));
  const reached = nodes.filter(({ missing }) => missing.length > 0);
  const [least] = reached.toSorted((a, b) => a.missing.length - b.missing.length);
  if (least)
    return `${inlineCode(least.node.provider)} lacks ${inlineCodeList(least.missing, MAX_MISSING)}`;
  const [first] = nodes;
  return first
    ? `${inlineCode(first.node.provider)} was never reached`
    : 'no node takes this kind of job';
}

type NodeRequirements = DescribedWorkflow['requirements']['missing'][number];

const missingOf = ({ missing_classes, missing_models, unsupported_values }: NodeRequirements) => [
  ...new Set([
    ...missing_models.map(({ folder, file }) => `${folder}/${file}`),
    ...missing_classes.map((name) => `node ${name}`),
    ...unsupported_values.map(({ class: nodeClass, input }) => `${nodeClass}.${input}`),
  ]),
];

function detailCall(workflow: DescribedWorkflow | undefined): readonly string[] {
  return workflow ? [`\`\`\`http\nGET /api/workflows/${workflow.id}\n→ 200\n\`\`\``] : [];
}
