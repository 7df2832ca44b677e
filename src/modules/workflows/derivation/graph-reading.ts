import type {
  ComfyGraph,
  ComfyLink,
  ComfyNode,
  InputSpec,
  ObjectInfo,
} from '../../providers/public/comfy-types';
import { fromLiteral, isLink } from '../graph/graph-edits';
import { specOf, typeOf } from '../graph/input-specs';
import { ownValue } from '../../../platform/json';
import { groupBy } from '../../../platform/group-by';
import { liveNodes, type LiveNodes } from './live-nodes';
import { inOrder, typeByName } from './input-names';

/** The links into a node, by input. */
type Links = readonly (readonly [input: string, link: ComfyLink])[];

/** An input that a node's output is linked to. */
export interface Consumer {
  readonly node: string;
  readonly input: string;
  readonly slot: number;
}

/**
 * Queries on a graph. Results are ordered by the graph's structure alone, never by node ids or key order.
 */
export class GraphReading {
  private readonly liveNodes: LiveNodes;
  private readonly consumersBySource: ReadonlyMap<string, readonly Consumer[]>;
  private readonly outputs: ReadonlySet<string>;
  private readonly answers = new Map<unknown, Map<string, unknown>>();

  /** @param info `null` while no node was ever reached; types then come from input names */
  constructor(
    readonly graph: ComfyGraph,
    readonly info: ObjectInfo | null,
  ) {
    this.liveNodes = liveNodes(graph, info);
    this.outputs = new Set(this.roots);
    const consumers = [...this.live].flatMap((node) =>
      this.links(node).map(([input, [source, slot]]) => ({ source, node, input, slot })),
    );
    this.consumersBySource = groupBy(consumers, ({ source }) => source);
  }

  /**
   * Result of a query on a node, computed once per node: thousands of nodes may link to a node with thousands of inputs.
   */
  cachedFor<T>(query: (reading: GraphReading, id: string) => T, id: string): T {
    const cached = this.answers.get(query) ?? new Map<string, unknown>();
    this.answers.set(query, cached);
    if (!cached.has(id)) cached.set(id, query(this, id));
    return cached.get(id) as T;
  }

  /** Nodes that run, sources first. */
  get live(): readonly string[] {
    return this.liveNodes.order;
  }

  /** Output nodes, those that save a file first. */
  get roots(): readonly string[] {
    return this.liveNodes.roots;
  }

  isRoot(id: string): boolean {
    return this.outputs.has(id);
  }

  node(id: string): ComfyNode | undefined {
    return ownValue(this.graph, id);
  }

  classOf(id: string): string {
    return this.node(id)?.class_type ?? '';
  }

  /** The node's title; empty when it is only the name of the class. */
  titleOf(id: string): string {
    const nodeClass = this.classOf(id);
    const title = this.node(id)?._meta?.title ?? '';
    const displayName = this.info ? ownValue(this.info, nodeClass)?.display_name : undefined;
    const isClassName = [nodeClass, displayName].some(
      (name) => name && lettersOf(name) === lettersOf(title),
    );
    return isClassName || PLAIN_TITLE.test(title) ? '' : title;
  }

  /** A node's input names, the most important first. */
  inputs(id: string): readonly string[] {
    return this.cachedFor(namesIn, id);
  }

  links(id: string): Links {
    return this.cachedFor(linksInto, id);
  }

  link(id: string, input: string): ComfyLink | undefined {
    const value = ownValue(this.node(id)?.inputs ?? {}, input);
    return isLink(value) && this.node(value[0]) ? value : undefined;
  }

  /** Links of the given type, the most important first. */
  linksOfType(id: string, matches: (type: string) => boolean): Links {
    const byType = this.cachedFor(linksByType, id);
    const matchingTypes = [...byType.keys()].filter(matches);
    if (matchingTypes.length <= 1) return byType.get(matchingTypes[0] ?? '') ?? [];
    return this.links(id).filter(([input]) => matchingTypes.includes(this.linkType(id, input)));
  }

  /** The literal of an input; `undefined` for links and missing inputs. */
  literal(id: string, input: string): unknown {
    const value = ownValue(this.node(id)?.inputs ?? {}, input);
    return isLink(value) ? undefined : fromLiteral(value);
  }

  /** Names of the inputs with a literal. */
  literals(id: string): readonly string[] {
    return this.cachedFor(literalsIn, id);
  }

  has(id: string, input: string): boolean {
    return Object.hasOwn(this.node(id)?.inputs ?? {}, input);
  }

  spec(id: string, input: string): InputSpec | undefined {
    return this.info ? specOf(this.info, this.classOf(id), input) : undefined;
  }

  /** Is the class in `object_info`? */
  isDescribed(id: string): boolean {
    return this.info !== null && Object.hasOwn(this.info, this.classOf(id));
  }

  /** The declared type of an input, or the type of the output that is linked to it. */
  linkType(id: string, input: string): string {
    const cached = this.cachedFor(emptyTypeCache, id);
    const type = cached.get(input) ?? this.findType(id, input);
    cached.set(input, type);
    return type;
  }

  private findType(id: string, input: string): string {
    const spec = this.spec(id, input);
    const declared = spec ? typeOf(spec) : '*';
    if (isConcrete(declared)) return declared;
    const link = this.link(id, input);
    const linkedType = link ? this.outputType(link) : '*';
    return isConcrete(linkedType) ? linkedType : typeByName(input);
  }

  /** The type of an output; `*` for unknown classes and outputs of any type. */
  outputType([source, slot]: ComfyLink): string {
    const described = this.info ? ownValue(this.info, this.classOf(source)) : undefined;
    const type = described?.output[slot];
    return typeof type === 'string' ? type : '*';
  }

  /** The name of an output; empty for unknown classes. */
  outputName([source, slot]: ComfyLink): string {
    const described = this.info ? ownValue(this.info, this.classOf(source)) : undefined;
    return described?.output_name?.[slot] ?? '';
  }

  consumers(id: string): readonly Consumer[] {
    return this.consumersBySource.get(id) ?? [];
  }

  /** A node and everything upstream. */
  upstream(id: string): ReadonlySet<string> {
    const visited = new Set<string>();
    const stack = [id];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (visited.has(next)) continue;
      visited.add(next);
      for (const [, [source]] of this.links(next)) stack.push(source);
    }
    return visited;
  }
}

const namesIn = (reading: GraphReading, id: string): readonly string[] =>
  inOrder(Object.keys(reading.node(id)?.inputs ?? {}));

const linksInto = (reading: GraphReading, id: string): Links =>
  reading.inputs(id).flatMap((input) => {
    const link = reading.link(id, input);
    return link ? [[input, link] as const] : [];
  });

const literalsIn = (reading: GraphReading, id: string): readonly string[] =>
  reading.inputs(id).filter((input) => reading.literal(id, input) !== undefined);

const emptyTypeCache = (): Map<string, string> => new Map();

const linksByType = (reading: GraphReading, id: string): ReadonlyMap<string, Links> =>
  groupBy(reading.links(id), ([input]) => reading.linkType(id, input));

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Default titles of value nodes, so that param names are the same with and without a node's description. */
const PLAIN_TITLE =
  /^(?:primitive|int|float|number|boolean|string|text|(?:if\/else |soft )?switch|(?:text|string) \(?multiline\)?|math expression)$/i;

const isConcrete = (type: string): boolean =>
  type !== '*' && type !== '' && !type.startsWith('COMFY_');
