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
  /** Nodes that wait for each other. */
  | 'cycle'
  /** Nothing in the graph saves or shows a result. */
  | 'no_output'
  /** A node that exists in the editor only and has left the graph. */
  | 'editor_only';

/** Something the conversion couldn't carry over as it stood. */
export interface ConversionProblem {
  /** `error`: the graph can't run as meant. `warning`: it runs; somebody should know. */
  readonly severity: 'error' | 'warning';
  readonly code: ProblemCode;
  /** Id of the node in the answered graph (`12`, in a subgraph `12:3`); `null` for the file as a whole. */
  readonly node: string | null;
  readonly class: string | null;
  readonly reason: string;
}

/** A class that the node doesn't offer, with the nodes that are of it. */
export interface MissingClass {
  readonly class: string;
  readonly nodes: readonly string[];
}

/** What became of an editor's workflow. */
export interface Conversion {
  /** `null` when it can't be told: the file is unreadable, or classes are missing. */
  readonly graph: ComfyGraph | null;
  readonly problems: readonly ConversionProblem[];
  /** Not empty: keep the file, and convert it once a node offers these classes. */
  readonly missing: readonly MissingClass[];
}

/** The conversion can't go on. */
export class Unconvertible extends Error {}

/** Where a problem is: a node's id in the answered graph and its class. */
export interface Place {
  readonly id: string;
  readonly type: string;
}

/** A problem, and the how-manieth it was. */
interface Told {
  readonly turn: number;
  readonly problem: ConversionProblem;
}

const MOST_PROBLEMS = 500;
const LONGEST_REASON = 4_000;

/** Collects problems; of a file that is nothing but problems, the first ones, errors before warnings. */
export class Report {
  private errors: Told[] = [];
  private warnings: Told[] = [];
  private turn = 0;
  /** Errors that didn't find room. */
  private errorsLeft = 0;
  /** Of those the ones that {@link soften} may concern, by node. */
  private readonly valuesLeft = new Map<string, number>();
  private warningsLeft = 0;
  private refusal: ConversionProblem | null = null;
  private readonly classes = new Map<string, string[]>();

  error(code: ProblemCode, place: Place | null, reason: string): void {
    const problem = problemOf('error', code, place, reason);
    if (this.errors.length < MOST_PROBLEMS) this.errors.push(this.told(problem));
    else {
      this.errorsLeft += 1;
      if (code === 'value' && problem.node !== null)
        this.valuesLeft.set(problem.node, (this.valuesLeft.get(problem.node) ?? 0) + 1);
    }
  }

  warn(code: ProblemCode, place: Place | null, reason: string): void {
    if (this.warnings.length < MOST_PROBLEMS)
      this.warnings.push(this.told(problemOf('warning', code, place, reason)));
    else this.warningsLeft += 1;
  }

  /** Why the conversion ended before its time: told whatever else is. */
  refuse(reason: string): void {
    this.refusal = problemOf('error', 'unreadable', null, reason);
  }

  unknownClass(place: Place): void {
    const nodes = this.classes.get(place.type) ?? [];
    this.classes.set(place.type, nodes);
    nodes.push(place.id);
    this.error('unknown_class', place, 'the node offers no such class');
  }

  get missing(): readonly MissingClass[] {
    return [...this.classes].map(([name, nodes]) => ({ class: name, nodes }));
  }

  /** In the order in which they were found; then how many there are besides, then the refusal. */
  get problems(): readonly ConversionProblem[] {
    const warnings = this.warnings.slice(0, MOST_PROBLEMS - this.errors.length);
    const told = [...this.errors, ...warnings].toSorted((a, b) => a.turn - b.turn);
    const left = this.warningsLeft + this.warnings.length - warnings.length;
    return [
      ...told.map(({ problem }) => problem),
      ...furtherProblems(this.errorsLeft, left),
      ...(this.refusal ? [this.refusal] : []),
    ];
  }

  /** Faults of nodes that no result needs stop nothing: the node never looks at them. */
  soften(isNeeded: (node: string) => boolean): void {
    const isSoft = ({ code, node }: ConversionProblem): boolean =>
      code === 'value' && node !== null && !isNeeded(node);
    const soft = this.errors
      .filter(({ problem }) => isSoft(problem))
      .map(({ turn, problem }) => ({
        turn,
        problem: { ...problem, severity: 'warning' as const },
      }));
    this.errors = this.errors.filter(({ problem }) => !isSoft(problem));
    this.warnings = [...this.warnings, ...soft].toSorted((a, b) => a.turn - b.turn);
    for (const [node, count] of this.valuesLeft) {
      if (isNeeded(node)) continue;
      this.errorsLeft -= count;
      this.warningsLeft += count;
    }
    this.valuesLeft.clear();
  }

  private told(problem: ConversionProblem): Told {
    this.turn += 1;
    return { turn: this.turn, problem };
  }
}

function problemOf(
  severity: ConversionProblem['severity'],
  code: ProblemCode,
  place: Place | null,
  reason: string,
): ConversionProblem {
  const where = { node: place?.id ?? null, class: place?.type ?? null };
  const short = reason.length > LONGEST_REASON ? `${reason.slice(0, LONGEST_REASON)}…` : reason;
  return { severity, code, ...where, reason: short };
}

function furtherProblems(errors: number, warnings: number): readonly ConversionProblem[] {
  if (errors + warnings === 0) return [];
  if (errors === 0)
    return [problemOf('warning', 'unreadable', null, `${String(warnings)} further warnings`)];
  const all = `${String(errors + warnings)} further problems`;
  const reason = warnings === 0 ? all : `${all}, ${String(errors)} of them errors`;
  return [problemOf('error', 'unreadable', null, reason)];
}
