import { quickestSeconds } from '../../../../api/run-seconds';
import type { Plan, Provider, WorkflowItem } from '../../../../api/types';
import { duration } from '../../../../ui/format';
import type { Option } from '../../../../ui/option-list';
import { formWords } from '../../words';
import { reasonsOf } from '../plan/model';

/** Shipped workflows that begin well on any node, the best first. */
const FIRST_CHOICES = ['sdxl-t2i', 'z-image-turbo-t2i', 'flux1-dev-t2i'];

const isRunnable = ({ runnable_on }: WorkflowItem) => runnable_on.length > 0;
const isFromWords = ({ inputs }: WorkflowItem) =>
  Object.values(inputs).every((need) => need !== 'required');

/** The workflow that the page begins with: the one used last, else one that runs and needs only words. */
export function startWorkflow(
  workflows: readonly WorkflowItem[],
  last: string | undefined,
): WorkflowItem | undefined {
  const byId = (id: string | undefined) => workflows.find((workflow) => workflow.id === id);
  const used = byId(last);
  if (used) return used;
  const runnable = workflows.filter(isRunnable);
  const first = FIRST_CHOICES.map(byId).find((workflow) => workflow && isRunnable(workflow));
  return (
    first ??
    runnable.find((workflow) => workflow.kind === 'image' && isFromWords(workflow)) ??
    runnable.find(isFromWords) ??
    runnable[0] ??
    workflows[0]
  );
}

/** Workflows to choose from: those that run first. */
export function workflowOptions(workflows: readonly WorkflowItem[]): readonly Option[] {
  const runnable = workflows.filter(isRunnable);
  const others = workflows.filter((workflow) => !isRunnable(workflow));
  return [...runnable, ...others].map((workflow) => ({
    value: workflow.id,
    label: workflow.name,
    hint: isRunnable(workflow) ? workflow.description : formWords.notRunnable,
    words: `${workflow.kind} ${workflow.modes.join(' ')}`,
  }));
}

/** Nodes to choose from, each with how soon it would run this, or why it can't. */
export function nodeOptions(
  providers: readonly Provider[],
  plan: Plan | undefined,
): readonly Option[] {
  const auto = {
    value: 'auto',
    label: formWords.auto,
    hint: formWords.autoHint(nameOf(providers, plan?.provider ?? null)),
  };
  return [
    auto,
    ...providers.map(({ id, name }) => ({
      value: id,
      label: name,
      hint: nodeHint(plan?.providers.find(({ provider }) => provider === id)),
    })),
  ];
}

const nameOf = (providers: readonly Provider[], id: string | null) =>
  providers.find((provider) => provider.id === id)?.name ?? id;

function nodeHint(node: Plan['providers'][number] | undefined): string {
  if (!node) return '';
  const reasons = reasonsOf(node);
  if (reasons !== '') return reasons;
  return node.expected_run_seconds === null
    ? formWords.freeNow
    : `${formWords.freeNow}, ${duration(node.expected_run_seconds)}`;
}

/** The workflow that takes a file of this kind: the one in view, the one used last, else the quickest that runs. */
export function workflowFor(
  workflows: readonly WorkflowItem[],
  kind: 'image' | 'video' | 'audio',
  preferred: readonly (string | undefined)[],
): WorkflowItem | undefined {
  const takes = ({ inputs }: WorkflowItem) => inputs[kind] !== 'none';
  for (const id of preferred) {
    const workflow = workflows.find((item) => item.id === id);
    if (workflow && takes(workflow)) return workflow;
  }
  const candidates = workflows.filter((workflow) => takes(workflow) && isRunnable(workflow));
  const needsMore = ({ inputs }: WorkflowItem) =>
    Object.entries(inputs).some(([name, need]) => name !== kind && need === 'required');
  return [...candidates].sort(
    (a, b) =>
      Number(needsMore(a)) - Number(needsMore(b)) || quickestSeconds(a) - quickestSeconds(b) || 0,
  )[0];
}
