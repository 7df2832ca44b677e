import { describeRecommendedValues } from './recommended-values';
import { inlineCode, inlineCodeList, table } from './markdown';
import { type GuideFacts, onlineOf, runsOn } from './guide-facts';
import { BODY_FIELDS } from '../workflows/public/body-fields';
import { replacementCheckpoint } from './replacement-checkpoint';
import type { DescribedWorkflow } from '../workflows/public/workflow-records';

/** More rows aren't told: `GET /api/workflows` lists all. */
const MOST_ABLE = 60;
const MOST_UNABLE = 30;
const MOST_LACKED = 3;
const MOST_PARAMS = 8;
const MOST_NODES = 5;

const HEAD = ['Workflow', 'Makes', 'From', 'May take', 'Good values'];
const FILES = ['image', 'mask', 'audio', 'video'];

/** What the caller may use: what runs here now, and what doesn't, and why. Pure. */
export function workflowsSection(facts: GuideFacts): string {
  const { workflows, nodes } = facts;
  const able = workflows.filter((workflow) => runsOn(workflow, nodes).length > 0);
  const unable = workflows.filter((workflow) => !able.includes(workflow));
  const parts = [
    ...(able.length === 0 ? [nothingRuns(facts, unable)] : []),
    ...(able.length > 0 && nodes.length === 1
      ? [`All run on ${inlineCode(nodes[0]?.id ?? '')}.`]
      : []),
    ...kindTable('Pictures, by `POST /api/image/generate`:', able, 'image', facts),
    ...kindTable('Clips, by `POST /api/video/generate`:', able, 'video', facts),
    ...(unable.length === 0 ? [] : [unableTable(unable, nodes)]),
    ...detailCall(able[0] ?? unable[0]),
  ];
  return `\n${parts.join('\n\n')}\n`;
}

function nothingRuns(
  { workflows, nodes }: GuideFacts,
  unable: readonly DescribedWorkflow[],
): string {
  if (unable.some((workflow) => replacementCheckpoint(workflow, nodes)))
    return 'No workflow has its own model files here. Examples below name another checkpoint that a node has; whether it suits the workflow, its name tells.';
  const reason =
    workflows.length === 0
      ? 'None of the workflows on the list of your key exists. Ask an admin to change the list.'
      : onlineOf(nodes).length > 0
        ? 'The nodes lack what the workflows need (below). Tell the operator which model files to install, or ask an admin for other workflows.'
        : 'Wait until a node is online (`GET /api/providers`), or tell the operator.';
  return `**Nothing that you may use can run now.** ${reason} Then read this guide again: it will have the examples that are missing below.`;
}

function kindTable(
  title: string,
  able: readonly DescribedWorkflow[],
  kind: DescribedWorkflow['kind'],
  facts: GuideFacts,
): readonly string[] {
  const all = able.filter((workflow) => workflow.kind === kind);
  if (all.length === 0) return [];
  const told = all.slice(0, MOST_ABLE);
  const columns = [
    ...(facts.nodes.length > 1 ? [runsOnColumn(facts)] : []),
    ...(told.some(({ run_time }) => run_time.length > 0) ? [RUN_TIME] : []),
  ];
  const head = [...HEAD, ...columns.map(({ title: name }) => name)];
  const rows = told.map((workflow) => [
    ...rowOf(workflow),
    ...columns.map(({ cell }) => cell(workflow)),
  ]);
  const more = all.length - rows.length;
  const rest =
    more > 0 ? `\n\nAnd ${more} more: \`GET /api/workflows?kind=${kind}&limit=200\`` : '';
  return [`${title}\n\n${table(head, rows)}${rest}`];
}

/** A column that not every install needs. */
interface Column {
  readonly title: string;
  readonly cell: (workflow: DescribedWorkflow) => string;
}

const RUN_TIME: Column = { title: 'Run time', cell: timeWords };

const runsOnColumn = ({ nodes }: GuideFacts): Column => ({
  title: 'Runs on',
  cell: (workflow) => inlineCodeList(runsOn(workflow, nodes), MOST_NODES),
});

function rowOf(workflow: DescribedWorkflow): readonly string[] {
  const { id, name, source, kind, modes, params, supports_lora } = workflow;
  const label = source === 'builtin' ? name : `${inlineCode(name)} (imported)`;
  const told = (wanted: boolean): readonly string[] =>
    Object.entries(params)
      .filter(
        ([param, { type, required }]) => required === wanted && (wanted || isTold(param, type)),
      )
      .map(([param]) => placeOf(kind, param));
  return [
    inlineCode(id, 64),
    `${label} (${modes.join(', ')})`,
    inlineCodeList(told(true), MOST_PARAMS),
    [...told(false).map((param) => inlineCode(param)), ...(supports_lora ? ['LoRAs'] : [])].join(
      ', ',
    ),
    describeRecommendedValues(workflow),
  ];
}

/** Where a request puts it. */
function placeOf(kind: DescribedWorkflow['kind'], param: string): string {
  return BODY_FIELDS[kind].has(param) ? param : `workflow_params.${param}`;
}

const isTold = (param: string, type: string): boolean =>
  param === 'negative' || param === 'denoise' || FILES.includes(type);

/** By the node that is quickest. */
function timeWords({ run_time }: DescribedWorkflow): string {
  const medians = run_time.map(({ median_seconds }) => median_seconds);
  if (medians.length === 0) return '';
  const best = Math.min(...medians);
  return `${best < 10 ? Math.round(best * 10) / 10 : Math.round(best)} s`;
}

function unableTable(unable: readonly DescribedWorkflow[], nodes: GuideFacts['nodes']): string {
  const rows = unable
    .slice(0, MOST_UNABLE)
    .map((workflow) => [inlineCode(workflow.id, 64), whyNot(workflow, nodes)]);
  const more = unable.length - rows.length;
  const rest =
    more > 0 ? `\n\nAnd ${more} more: \`GET /api/workflows?runnable=false&limit=200\`` : '';
  return `Not now (\`requirements.missing\` of the record says all):\n\n${table(['Workflow', 'Why'], rows)}${rest}`;
}

function whyNot(workflow: DescribedWorkflow, nodes: GuideFacts['nodes']): string {
  const standIn = replacementCheckpoint(workflow, nodes);
  const instead = standIn
    ? `; send \`${standIn.param}\`, such as ${inlineCode(standIn.file, 120)}`
    : '';
  return `${lackWords(workflow)}${instead}`;
}

/** Of the node that lacks least; one that was never reached only where there is no other. */
function lackWords({ runnable_on, requirements }: DescribedWorkflow): string {
  if (runnable_on.length > 0)
    return `${inlineCodeList(runnable_on, MOST_NODES)} could, but ${runnable_on.length === 1 ? 'is' : 'are'} offline`;
  const told = requirements.missing.map((node) => ({ node, lacks: lacksOf(node) }));
  const known = told.filter(({ lacks }) => lacks.length > 0);
  const [least] = known.toSorted((a, b) => a.lacks.length - b.lacks.length);
  if (least)
    return `${inlineCode(least.node.provider)} lacks ${inlineCodeList(least.lacks, MOST_LACKED)}`;
  const [first] = told;
  return first
    ? `${inlineCode(first.node.provider)} was never reached`
    : 'no node takes this kind of job';
}

type Lacking = DescribedWorkflow['requirements']['missing'][number];

const lacksOf = ({ missing_classes, missing_models, unsupported_values }: Lacking) => [
  ...missing_models.map(({ folder, file }) => `${folder}/${file}`),
  ...missing_classes.map((name) => `node ${name}`),
  ...unsupported_values.map(({ class: nodeClass, input }) => `${nodeClass}.${input}`),
];

function detailCall(workflow: DescribedWorkflow | undefined): readonly string[] {
  return workflow ? [`\`\`\`http\nGET /api/workflows/${workflow.id}\n→ 200\n\`\`\``] : [];
}
