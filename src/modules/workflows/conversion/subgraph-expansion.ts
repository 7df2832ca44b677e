import type { ObjectInfo } from '../../providers/public/comfy-types';
import { type NodePosition, type Report, Unconvertible, type WorkBudget } from './conversion';
import {
  BYPASSED,
  type Definition,
  type EditorGraph,
  type EditorInput,
  type EditorNode,
  type EditorWorkflow,
  MUTED,
} from './editor-graph';
import { MAX_DEPTH, Definitions } from './definitions';
import { sizeOfGraph } from './graph-index';
import { readSubgraphValues, type Overlays } from './subgraph-values';

/** The root graph, or a subgraph as expanded for one of its instances. */
export interface Frame {
  readonly graph: EditorGraph;
  /** Prefix of its node ids: empty, `12:`, `12:3:`. */
  readonly prefix: string;
  readonly host: Host | null;
  /** Values that outer instances set on widgets of this graph. */
  readonly overlays: Overlays;
  /** Frames of the instances that run, by id. */
  readonly children: ReadonlyMap<string, InnerFrame>;
}

export interface InnerFrame extends Frame {
  readonly host: Host;
}

/** The instance that a frame expands. */
export interface Host {
  readonly frame: Frame;
  readonly node: EditorNode;
  readonly definition: Definition;
  /** The instance's slots, in the order of the definition's inputs. */
  readonly inputs: readonly (EditorInput | null)[];
  /** Values of the instance's own fields, by index of the definition's input. */
  readonly values: ReadonlyMap<number, unknown>;
}

/** Maximum nodes with expanded subgraphs, several times above the largest public workflow. */
const MAX_NODES = 5_000;
/** Units of work per character of an id: ids are concatenated many times. */
const ID = 8;

export function idIn(frame: Frame, node: EditorNode): string {
  return `${frame.prefix}${node.id}`;
}

export function positionOf(frame: Frame, node: EditorNode): NodePosition {
  return { id: idIn(frame, node), type: node.type };
}

/**
 * The root with every instance of a subgraph or group node expanded. @throws Unconvertible when a subgraph contains
 * itself, or the result gets too large
 */
export class Frames {
  readonly definitions: Definitions;
  /** Root first, then in the order of the file. */
  readonly all: Frame[] = [];
  private readonly report: Report;
  private nodes = 0;

  constructor(
    readonly workflow: EditorWorkflow,
    info: ObjectInfo,
    tools: { readonly report: Report; readonly work: WorkBudget },
  ) {
    this.report = tools.report;
    this.definitions = new Definitions(workflow, info, tools);
    this.expand({ graph: workflow.root, prefix: '', host: null, overlays: new Map() });
  }

  private expand<Bare extends Omit<Frame, 'children'>>(bare: Bare): Bare & Frame {
    const children = new Map<string, InnerFrame>();
    const frame = { ...bare, children };
    this.nodes += frame.graph.nodes.size;
    if (this.nodes > MAX_NODES)
      throw new Unconvertible(
        `written out, its subgraphs have more than ${String(MAX_NODES)} nodes`,
      );
    // Every instance copies its definition.
    const ids = frame.prefix.length * frame.graph.nodes.size;
    if (frame.host) this.definitions.work.spend(sizeOfGraph(frame.graph) + ids * ID);
    this.all.push(frame);
    for (const node of frame.graph.nodes.values()) {
      const definition = this.definitions.of(node);
      if (!definition || node.mode === MUTED || node.mode === BYPASSED) continue;
      children.set(node.id, this.inside(frame, node, definition));
    }
    return frame;
  }

  private inside(frame: Frame, node: EditorNode, definition: Definition): InnerFrame {
    this.refuseRecursion(frame, definition);
    const place = positionOf(frame, node);
    const fields = readSubgraphValues(
      { node, definition, place, above: frame.overlays.get(node.id) ?? new Map() },
      this.definitions,
      this.report,
    );
    const inputs = this.definitions.slotsOf(node, definition);
    const host: Host = { frame, node, definition, inputs, values: fields.values };
    return this.expand({
      graph: definition,
      prefix: `${frame.prefix}${node.id}:`,
      host,
      overlays: fields.overlays,
    });
  }

  private refuseRecursion(frame: Frame, definition: Definition): void {
    let depth = 0;
    for (let at: Host | null = frame.host; at; at = at.frame.host) {
      depth += 1;
      if (at.definition.id === definition.id)
        throw new Unconvertible(`the subgraph "${definition.name}" contains itself`);
    }
    if (depth >= MAX_DEPTH)
      throw new Unconvertible(`subgraphs lie more than ${String(MAX_DEPTH)} deep in each other`);
  }
}
