import type {
  ImportVerdict,
  ImportWarning,
} from '../../modules/workflows/public/workflow-administration';

/** What the status `unchecked` means. */
export const UNCHECKED =
  'unchecked: only a node can tell whether it works. A server that knows its nodes makes it ready, ' +
  'or finds it broken; then this list says why';

const STATUS: Readonly<Record<ImportVerdict['status'], string>> = {
  ready: 'ready: requests can name it',
  unchecked: UNCHECKED,
  needs_nodes:
    'needs_nodes: the server converts it within seconds if one of its nodes has the classes',
};

const CONFIDENCES = ['high', 'medium', 'low'] as const;

/** What the command line prints about an imported workflow. */
export function verdictLines(
  id: string,
  { status, params, warnings, missing_classes: missing }: ImportVerdict,
  program: string,
): readonly string[] {
  const named = Object.entries(params);
  const groups = CONFIDENCES.flatMap((confidence) => {
    const names = named.filter(([, guess]) => guess.confidence === confidence);
    return names.length === 0 ? [] : [`  ${confidence}: ${names.map(([name]) => name).join(', ')}`];
  });
  return [
    `${id} is imported.`,
    ...(named.length === 0 ? [] : [`Params (${named.length}), by how sure we are:`, ...groups]),
    ...(missing.length === 0 ? [] : [`Classes that no node offers yet: ${missing.join(', ')}`]),
    ...(warnings.length === 0 ? [] : ['Warnings:', ...warnings.map(warningLine)]),
    `Status ${STATUS[status]}`,
    ...(status === 'ready' ? [] : [`See what has become of it: ${program} list`]),
  ];
}

const warningLine = ({ node, class: nodeClass, reason }: ImportWarning): string =>
  `  ${node === null ? '' : `node ${node} (${nodeClass ?? '?'}): `}${reason}`;
