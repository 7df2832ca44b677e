import type { ComfyGraph } from '../../providers/public/comfy-types';

/** What kind of fault a problem is, for callers that treat some of them their own way. */
export type ProblemCode =
  /** Not a workflow of the editor, or too large or tangled to be one. */
  | 'unreadable'
  /** A class that the node's catalogue doesn't have. */
  | 'unknown_class'
  /** A link that leads nowhere. */
  | 'link'
  /** A value that fits no input, or an input without a value. */
  | 'value'
  /** A required input that nothing feeds. */
  | 'missing_input'
  /** Links that form a loop. */
  | 'cycle'
  /** Nothing in the graph saves or shows a result. */
  | 'no_output'
  /** A node that exists in the editor only and has left the graph. */
  | 'editor_only';

/** Something that the conversion couldn't convert as it is. */
export interface ConversionProblem {
  /** `error`: the graph can't run as meant. `warning`: it runs; somebody should know. */
  readonly severity: 'error' | 'warning';
  readonly code: ProblemCode;
  /** Id of the node in the answered graph (`12`, in a subgraph `12:3`); `null` for the file as a whole. */
  readonly node: string | null;
  readonly class: string | null;
  readonly reason: string;
}

/** A class that the node doesn't offer, with the nodes of that class. */
export interface MissingClass {
  readonly class: string;
  readonly nodes: readonly string[];
}

/** The result of a conversion. */
export interface Conversion {
  /** `null` when the file is unreadable or classes are missing. */
  readonly graph: ComfyGraph | null;
  readonly problems: readonly ConversionProblem[];
  /** Not empty: keep the file, and convert it once a node offers these classes. */
  readonly missing: readonly MissingClass[];
}

/** The conversion can't go on. */
export class Unconvertible extends Error {}

/** A node by its id in the answered graph and its class. */
export interface NodePosition {
  readonly id: string;
  readonly type: string;
}

/** Listed in the answer; the others are counted. */
const MAX_PROBLEMS = 500;
/** Kept to choose from, so that a file that is nothing but problems takes little memory. */
const MAX_COLLECTED = 20_000;
const MAX_REASON_LENGTH = 4_000;

/** Collects problems; of very many the first ones, errors before warnings. */
export class Report {
  private collected: ConversionProblem[] = [];
  private uncollected = 0;
  private refusal: ConversionProblem | null = null;
  private readonly classes = new Map<string, string[]>();

  error(code: ProblemCode, node: NodePosition | null, reason: string): void {
    this.add(problemOf('error', code, node, reason));
  }

  warn(code: ProblemCode, node: NodePosition | null, reason: string): void {
    this.add(problemOf('warning', code, node, reason));
  }

  /** Why the conversion stopped; listed however many other problems there are. */
  refuse(reason: string): void {
    this.refusal = problemOf('error', 'unreadable', null, reason);
  }

  unknownClass(node: NodePosition): void {
    const nodes = this.classes.get(node.type) ?? [];
    this.classes.set(node.type, nodes);
    nodes.push(node.id);
    this.error('unknown_class', node, 'the node offers no such class');
  }

  get missing(): readonly MissingClass[] {
    return [...this.classes].map(([name, nodes]) => ({ class: name, nodes }));
  }

  /** In the order in which they were found; then how many more there are, then the refusal. */
  get problems(): readonly ConversionProblem[] {
    const [errors, warnings] = [this.collected.filter(isError), this.collected.filter(isWarning)];
    const listed = new Set([...errors, ...warnings].slice(0, MAX_PROBLEMS));
    const others = this.collected.length - listed.size + this.uncollected;
    const severity = this.uncollected > 0 || errors.length > MAX_PROBLEMS ? 'error' : 'warning';
    const further = `${String(others)} further ${severity === 'error' ? 'problems' : 'warnings'}`;
    return [
      ...this.collected.filter((problem) => listed.has(problem)),
      ...(others > 0 ? [problemOf(severity, 'unreadable', null, further)] : []),
      ...(this.refusal ? [this.refusal] : []),
    ];
  }

  /** A bad value of a node that no result needs stops nothing: ComfyUI never looks at it. */
  toleratesValuesOf(isUnneeded: (node: string) => boolean): void {
    this.collected = this.collected.map((problem) =>
      problem.code === 'value' && problem.node !== null && isUnneeded(problem.node)
        ? { ...problem, severity: 'warning' as const }
        : problem,
    );
  }

  private add(problem: ConversionProblem): void {
    if (this.collected.length < MAX_COLLECTED) this.collected.push(problem);
    else this.uncollected += 1;
  }
}

const isError = ({ severity }: ConversionProblem): boolean => severity === 'error';
const isWarning = ({ severity }: ConversionProblem): boolean => severity === 'warning';

function problemOf(
  severity: ConversionProblem['severity'],
  code: ProblemCode,
  node: NodePosition | null,
  reason: string,
): ConversionProblem {
  const position = { node: node?.id ?? null, class: node?.type ?? null };
  const isLong = reason.length > MAX_REASON_LENGTH;
  const short = isLong ? `${reason.slice(0, MAX_REASON_LENGTH)}…` : reason;
  return { severity, code, ...position, reason: short };
}

/** About fifty times the need of the largest public workflow; about a second of one core. */
const MAX_WORK = 20_000_000;

/**
 * Limits the work of a conversion. Everything that can grow faster than the file (following links, expanding instances,
 * aligning values) spends from this budget, so that no file blocks the service for more than a moment.
 */
export class Work {
  private remaining = MAX_WORK;

  /** @throws Unconvertible when the budget is used up */
  spend(items: number): void {
    this.remaining -= items;
    if (this.remaining < 0)
      throw new Unconvertible('its links and values are too tangled to follow within bounds');
  }
}
