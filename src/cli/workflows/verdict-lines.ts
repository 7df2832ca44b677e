import type {
  VerdictStatus,
  VerdictWarning,
  WorkflowVerdict,
} from '../../modules/workflows/public/workflow-verdicts';

/** What `unchecked` means, and who tells more. */
export const UNCHECKED =
  'unchecked: only a node can tell whether it works. A server that knows its nodes makes it ready, ' +
  'or finds it broken; then this list says why';

const STATUS: Readonly<Record<VerdictStatus, string>> = {
  ready: 'ready: requests can name it',
  unchecked: UNCHECKED,
  needs_nodes: 'needs_nodes: the server converts it once a node offers its classes',
  broken: 'broken: it was changed or removed meanwhile',
};

const SURENESS = ['high', 'medium', 'low'] as const;

/** What is told of a workflow that was imported. Pure. */
export function verdictLines(
  id: string,
  { status, params, warnings, missing_classes: missing, problems }: WorkflowVerdict,
  program: string,
): readonly string[] {
  const named = Object.entries(params);
  const groups = SURENESS.flatMap((sureness) => {
    const names = named.filter(([, { confidence }]) => confidence === sureness);
    return names.length === 0 ? [] : [`  ${sureness}: ${names.map(([name]) => name).join(', ')}`];
  });
  return [
    `${id} is kept.`,
    ...(named.length === 0 ? [] : [`Params (${named.length}), by how sure we are:`, ...groups]),
    ...(missing.length === 0 ? [] : [`Classes that no node offers yet: ${missing.join(', ')}`]),
    ...(warnings.length === 0 ? [] : ['Warnings:', ...warnings.map(warningLine)]),
    ...(status === 'broken' && problems.length > 0
      ? ['Status broken: it can’t be used', ...problems.map((line) => `  ${line}`)]
      : [`Status ${STATUS[status]}`]),
    ...(status === 'ready' ? [] : [`See what has become of it: ${program} list`]),
  ];
}

const warningLine = ({ node, class: nodeClass, reason }: VerdictWarning): string =>
  `  ${node === null ? '' : `node ${node} (${nodeClass ?? '?'}): `}${reason}`;
