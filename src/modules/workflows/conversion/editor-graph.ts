import type { JsonRecord } from '../../../platform/json';
import type { Slot } from './widget-slots';

/*
 * A workflow of ComfyUI's editor, read into one shape for all editor versions: ids are strings, links are objects, and
 * layout is left out.
 */

/** `mode` of a node. The other numbers that occur (on event, on trigger) run like 0. */
export const MUTED = 2;
export const BYPASSED = 4;

export interface EditorInput {
  readonly name: string;
  readonly type: string;
  readonly link: string | null;
  /** Name of the widget that this slot feeds; `null` for a slot without one. */
  readonly widget: string | null;
}

export interface EditorNode {
  readonly id: string;
  readonly type: string;
  readonly title: string | null;
  readonly mode: number;
  readonly inputs: readonly EditorInput[];
  /** Types of the outputs. */
  readonly outputs: readonly string[];
  /** Widget values by position; `null` when the file has none. */
  readonly values: readonly unknown[] | null;
  /** Widget values by name, of editors since mid-2026 and of packs that always wrote them so. */
  readonly named: JsonRecord | null;
  readonly properties: JsonRecord;
}

export interface EditorLink {
  readonly id: string;
  readonly origin: string;
  readonly originSlot: number;
  readonly target: string;
  readonly targetSlot: number;
}

/**
 * A link that the extension "Use Everywhere" makes in the browser when a prompt is sent: input → output. Each graph of a
 * file, the root and every subgraph, keeps those that were made last.
 */
export interface EverywhereLink {
  readonly slot: number;
  readonly origin: string;
  readonly originSlot: number;
}

export interface EditorGraph {
  readonly nodes: ReadonlyMap<string, EditorNode>;
  readonly links: ReadonlyMap<string, EditorLink>;
  /** Links that are in no list of links, by target node id and input index. */
  readonly everywhere: ReadonlyMap<string, ReadonlyMap<number, EverywhereLink>>;
}

/** An input or output of a subgraph. */
export interface BoundarySlot {
  readonly name: string;
  readonly type: string;
  readonly links: readonly string[];
}

/** A subgraph, or a group node of old editors in the same form. */
export interface Definition extends EditorGraph {
  readonly id: string;
  readonly name: string;
  readonly inputs: readonly BoundarySlot[];
  readonly outputs: readonly BoundarySlot[];
  /** Node ids of the boundary in links: −10 and −20. */
  readonly inputNode: string;
  readonly outputNode: string;
  /** For a group node: the candidate slot lists of its values, each widget named by {@link innerName}. */
  readonly groupValueLayouts?: readonly (readonly Slot[])[];
}

/** Name of an inner node's widget among a group node's values. */
export function innerName(node: string, widget: string): string {
  return `${node}\0${widget}`;
}

export interface EditorWorkflow {
  readonly root: EditorGraph;
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Group nodes of old editors by name, as the file has them. */
  readonly groups: JsonRecord;
}
