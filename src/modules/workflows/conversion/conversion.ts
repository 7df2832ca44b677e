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

const MOST_PROBLEMS = 500;

/** Collects problems; of a file that is nothing but problems, the first ones. */
export class Report {
  private readonly found: ConversionProblem[] = [];
  private readonly classes = new Map<string, string[]>();
  private left = 0;

  error(code: ProblemCode, place: Place | null, reason: string): void {
    this.add('error', code, place, reason);
  }

  warn(code: ProblemCode, place: Place | null, reason: string): void {
    this.add('warning', code, place, reason);
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

  get problems(): readonly ConversionProblem[] {
    if (this.left === 0) return this.found;
    const reason = `${String(this.left)} further problems`;
    return [
      ...this.found,
      { severity: 'error', code: 'unreadable', node: null, class: null, reason },
    ];
  }

  /** Faults of nodes that no result needs stop nothing: the node never looks at them. */
  soften(isNeeded: (node: string) => boolean): void {
    this.found.forEach((problem, index) => {
      const { severity, code, node } = problem;
      if (severity === 'error' && code === 'value' && node !== null && !isNeeded(node))
        this.found[index] = { ...problem, severity: 'warning' };
    });
  }

  private add(
    severity: ConversionProblem['severity'],
    code: ProblemCode,
    place: Place | null,
    reason: string,
  ): void {
    if (this.found.length >= MOST_PROBLEMS) this.left += 1;
    else {
      const where = { node: place?.id ?? null, class: place?.type ?? null };
      this.found.push({ severity, code, ...where, reason });
    }
  }
}
