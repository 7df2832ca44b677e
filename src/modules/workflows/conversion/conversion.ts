import type { ComfyGraph } from '../../providers/public/comfy-types';

/** The kind of a problem, for callers that handle some kinds specially. */
export type ProblemCode =
  /** Not in editor format, or too large or too deeply nested. */
  | 'unreadable'
  /** A class that the node's catalogue doesn't have. */
  | 'unknown_class'
  /** A link to a missing node or slot. */
  | 'link'
  /** A value without a matching input, or an input without a value. */
  | 'value'
  /** A required input that nothing feeds. */
  | 'missing_input'
  /** Links that form a loop. */
  | 'cycle'
  /** Nothing in the graph saves or shows a result. */
  | 'no_output'
  /** A node that exists in the editor only and has left the graph. */
  | 'editor_only';

/** A part of the file that couldn't be converted. */
export interface ConversionProblem {
  /** `error`: the graph can't run as intended. `warning`: it can, but the user should know. */
  readonly severity: 'error' | 'warning';
  readonly code: ProblemCode;
  /** Id of the node in the resulting graph (`12`, in a subgraph `12:3`); `null` for the whole file. */
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
  /** If not empty, the file can be converted once a node offers these classes. */
  readonly missing: readonly MissingClass[];
  /** Did it end early, because the file is unreadable or needs too much work? */
  readonly isRefused: boolean;
}

/** Ends the conversion with the reason why it can't be completed. */
export class Unconvertible extends Error {}

/** A node's class and its id in the resulting graph. */
export interface NodePosition {
  readonly id: string;
  readonly type: string;
}

/** Maximum number of listed problems; the others are only counted. */
const MAX_PROBLEMS = 500;
/** Maximum number of stored problems, so that a file full of problems takes little memory. */
const MAX_COLLECTED = 20_000;
const MAX_REASON_LENGTH = 4_000;

/** Collects problems up to a limit, and lists errors before warnings. */
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

  /** The reason why the conversion stopped, which is always listed. */
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

  /** The problems in the order of the file, then the number of unlisted ones, then the reason for stopping. */
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

  /** Only a warning for nodes that no output needs, because ComfyUI never validates them. */
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
 * Limits the work of converting a file, with one node's classes or those of several. Everything that can grow faster than the file (following links, expanding instances,
 * aligning values) spends from this budget, so that no file blocks the service for more than a moment.
 */
export class WorkBudget {
  private remaining = MAX_WORK;

  /** @throws Unconvertible when the budget is used up */
  spend(items: number): void {
    this.remaining -= items;
    if (this.remaining < 0)
      throw new Unconvertible('its links and values are too tangled to follow within bounds');
  }
}
