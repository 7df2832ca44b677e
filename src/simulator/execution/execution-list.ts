import { classOf, inputsOf, linkOf } from '../validation/links';
import type { WireObject } from '../wire/json';

/** What the order of execution depends on. */
export interface GraphFacts {
  readonly prompt: WireObject;
  isOutput(className: string): boolean;
  isLazy(className: string, input: string): boolean;
  isCached(nodeId: string): boolean;
}

/**
 * The nodes of a prompt that are still to be run, picked in ComfyUI's order: a ready output node first, then a node
 * that an output waits for, then one two steps before an output, then the first ready one.
 */
export class ExecutionList {
  /** Nodes still to be run, in the order in which they were added, each with the nodes it waits for. */
  private readonly waitsFor = new Map<string, Set<string>>();
  /** The nodes that wait for a node, in the order in which their links were read. */
  private readonly blocking = new Map<string, Set<string>>();

  constructor(private readonly facts: GraphFacts) {}

  get isEmpty(): boolean {
    return this.waitsFor.size === 0;
  }

  /** Adds an output node with all that it needs and that isn't cached. */
  add(outputId: string): void {
    const stack = [outputId];
    const links: (readonly [from: string, to: string])[] = [];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (this.waitsFor.has(id)) continue;
      this.addNode(id);
      for (const [name, value] of inputsOf(this.facts.prompt, id)) {
        const link = linkOf(value);
        if (link === undefined || this.facts.isLazy(classOf(this.facts.prompt, id), name)) continue;
        if (!this.facts.isCached(link.from)) stack.push(link.from);
        links.push([link.from, id]);
      }
    }
    for (const [from, to] of links) this.addDependency(from, to);
  }

  /** Makes a node wait for one of its inputs after all; false when that input is there already. */
  require(from: string, to: string): boolean {
    if (this.facts.isCached(from)) return false;
    this.add(from);
    this.addDependency(from, to);
    return true;
  }

  /** The node to run next. */
  pick(): string | undefined {
    const ready = [...this.waitsFor].filter(([, waits]) => waits.size === 0).map(([id]) => id);
    const isOutput = (id: string): boolean => this.facts.isOutput(classOf(this.facts.prompt, id));
    const after = (id: string): readonly string[] => [...(this.blocking.get(id) ?? [])];
    return (
      ready.find(isOutput) ??
      ready.find((id) => after(id).some(isOutput)) ??
      ready.find((id) => after(id).some((next) => after(next).some(isOutput))) ??
      ready[0]
    );
  }

  /** The node has run. */
  complete(nodeId: string): void {
    this.waitsFor.delete(nodeId);
    for (const next of this.blocking.get(nodeId) ?? []) this.waitsFor.get(next)?.delete(nodeId);
    this.blocking.delete(nodeId);
  }

  private addNode(nodeId: string): void {
    this.waitsFor.set(nodeId, new Set());
    this.blocking.set(nodeId, new Set());
  }

  private addDependency(from: string, to: string): void {
    if (this.facts.isCached(from)) return;
    if (!this.waitsFor.has(from)) this.add(from);
    this.blocking.get(from)?.add(to);
    this.waitsFor.get(to)?.add(from);
  }
}
