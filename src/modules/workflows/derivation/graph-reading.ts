import type {
  ComfyGraph,
  ComfyLink,
  ComfyNode,
  InputSpec,
  ObjectInfo,
} from '../../providers/public/comfy-types';
import { fromLiteral, isLink } from '../graph-edits';
import { specOf, typeOf } from '../input-specs';
import { ownValue } from '../own-value';
import { discover, type Discovery } from './discovery';
import { byRank } from './input-order';
import { typeByName } from './link-types';

/** What feeds a node, by input. */
type Links = readonly (readonly [input: string, link: ComfyLink])[];

/** Who takes a node's output. */
export interface Consumer {
  readonly node: string;
  readonly input: string;
  readonly slot: number;
}

/**
 * A graph with the questions that derivation asks of it. Answers come in an order that depends on the graph's shape
 * alone, never on node ids or on the order of keys.
 */
export class GraphReading {
  private readonly found: Discovery;
  private readonly takers = new Map<string, Consumer[]>();
  private readonly sorted = new Map<string, readonly string[]>();
  private readonly linked = new Map<string, Links>();

  /** @param info `null` while no node was ever reached; types are then judged by the inputs' names */
  constructor(
    readonly graph: ComfyGraph,
    readonly info: ObjectInfo | null,
  ) {
    this.found = discover(graph, info);
    for (const id of this.live)
      for (const [input, [source, slot]] of this.links(id))
        this.takers.set(source, [...(this.takers.get(source) ?? []), { node: id, input, slot }]);
  }

  /** Nodes that run, each behind everything that feeds it. */
  get live(): readonly string[] {
    return this.found.order;
  }

  /** Output nodes, the ones that keep a file first. */
  get roots(): readonly string[] {
    return this.found.roots;
  }

  node(id: string): ComfyNode | undefined {
    return ownValue(this.graph, id);
  }

  classOf(id: string): string {
    return this.node(id)?.class_type ?? '';
  }

  /** The title that somebody gave the node; empty when it is only the class's own name. */
  titleOf(id: string): string {
    const nodeClass = this.classOf(id);
    const title = this.node(id)?._meta?.title ?? '';
    const shown = this.info ? ownValue(this.info, nodeClass)?.display_name : undefined;
    const isOwn = [nodeClass, shown].some((name) => name && lettersOf(name) === lettersOf(title));
    return isOwn || PLAIN_TITLE.test(title) ? '' : title;
  }

  /** Names of a node's inputs: those that matter most first. */
  inputs(id: string): readonly string[] {
    const known = this.sorted.get(id);
    if (known) return known;
    const names = Object.keys(this.node(id)?.inputs ?? {}).sort(byRank);
    this.sorted.set(id, names);
    return names;
  }

  links(id: string): Links {
    const known = this.linked.get(id);
    if (known) return known;
    const node = this.node(id);
    const links = this.inputs(id).flatMap((input) => {
      const value = node && ownValue(node.inputs, input);
      return isLink(value) && this.node(value[0]) ? [[input, value] as const] : [];
    });
    this.linked.set(id, links);
    return links;
  }

  link(id: string, input: string): ComfyLink | undefined {
    return this.links(id).find(([name]) => name === input)?.[1];
  }

  /** Links whose type passes, best first. */
  linksOfType(id: string, suits: (type: string) => boolean): Links {
    return this.links(id).filter(([input]) => suits(this.linkType(id, input)));
  }

  /** The value that stands at an input itself; `undefined` for a link and for an input that isn't there. */
  literal(id: string, input: string): unknown {
    const value = ownValue(this.node(id)?.inputs ?? {}, input);
    return isLink(value) ? undefined : fromLiteral(value);
  }

  /** Names of the inputs that hold a value themselves. */
  literals(id: string): readonly string[] {
    return this.inputs(id).filter((input) => this.literal(id, input) !== undefined);
  }

  has(id: string, input: string): boolean {
    return Object.hasOwn(this.node(id)?.inputs ?? {}, input);
  }

  spec(id: string, input: string): InputSpec | undefined {
    return this.info ? specOf(this.info, this.classOf(id), input) : undefined;
  }

  /** Is the class described to us, so that its inputs' types are known? */
  isDescribed(id: string): boolean {
    return this.info !== null && Object.hasOwn(this.info, this.classOf(id));
  }

  /** The type of an input, or of what is linked to it. */
  linkType(id: string, input: string): string {
    const spec = this.spec(id, input);
    const declared = spec ? typeOf(spec) : '*';
    if (isConcrete(declared)) return declared;
    const link = this.link(id, input);
    const given = link ? this.outputType(link) : '*';
    return isConcrete(given) ? given : typeByName(input);
  }

  /** `*` when the class isn't known, or takes any type. */
  outputType([source, slot]: ComfyLink): string {
    const described = this.info ? ownValue(this.info, this.classOf(source)) : undefined;
    const type = described?.output[slot];
    return typeof type === 'string' ? type : '*';
  }

  /** The name of an output; empty where nobody told us. */
  outputName([source, slot]: ComfyLink): string {
    const described = this.info ? ownValue(this.info, this.classOf(source)) : undefined;
    return described?.output_name?.[slot] ?? '';
  }

  consumers(id: string): readonly Consumer[] {
    return this.takers.get(id) ?? [];
  }

  /** A node and everything that feeds it, each behind what feeds it. */
  upstream(id: string): ReadonlySet<string> {
    const seen = new Set<string>();
    const open = [id];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(...this.links(next).map(([, [source]]) => source));
    }
    return seen;
  }
}

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** What the editor calls nodes that only hold a value: known here too, so that names don't hang on a node's answer. */
const PLAIN_TITLE =
  /^(?:primitive|int|float|number|boolean|string|text|(?:if\/else |soft )?switch|(?:text|string) \(?multiline\)?|math expression)$/i;

const isConcrete = (type: string): boolean =>
  type !== '*' && type !== '' && !type.startsWith('COMFY_');
