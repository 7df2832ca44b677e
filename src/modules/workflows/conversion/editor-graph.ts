import type { JsonRecord } from '../../../platform/json';
import type { Slot } from './widget-slots';

/*
 * A workflow of ComfyUI's editor, read into one shape whatever generation wrote it: ids are texts, links are records,
 * and what is only drawing is gone.
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
  /** Links that are in no list of links, by id of the node that takes them and the place of its input. */
  readonly everywhere: ReadonlyMap<string, ReadonlyMap<number, EverywhereLink>>;
}

/** A slot on the border of a subgraph. */
export interface BoundarySlot {
  readonly name: string;
  readonly type: string;
  readonly links: readonly string[];
}

/** A subgraph, or a group node of old editors made to look like one. */
export interface Definition extends EditorGraph {
  readonly id: string;
  readonly name: string;
  readonly inputs: readonly BoundarySlot[];
  readonly outputs: readonly BoundarySlot[];
  /** Ids under which links speak of the border: −10 and −20. */
  readonly inputNode: string;
  readonly outputNode: string;
  /** For a group node: the readings of its list of values, each widget named by {@link innerName}. */
  readonly groupPlaces?: readonly (readonly Slot[])[];
}

/** Name under which a group node's list of values knows a widget of one of its nodes. */
export function innerName(node: string, widget: string): string {
  return `${node}\0${widget}`;
}

export interface EditorWorkflow {
  readonly root: EditorGraph;
  readonly definitions: ReadonlyMap<string, Definition>;
  /** Group nodes of old editors by name, unread. */
  readonly groups: JsonRecord;
}
