export interface GraphInput {
  readonly name: string;
  /** Text of a plain value; `null` for a link. */
  readonly value: string | null;
  /** The node that it comes from. */
  readonly from: string | null;
}

export interface GraphNode {
  readonly id: string;
  readonly classType: string;
  readonly title: string;
  readonly inputs: readonly GraphInput[];
  /** Nodes that take what it makes. */
  readonly feeds: readonly string[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A link of the API format: `["4", 0]`. */
function linkedNode(value: unknown, ids: ReadonlySet<string>): string | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [id, slot] = value as unknown[];
  return typeof slot === 'number' &&
    (typeof id === 'string' || typeof id === 'number') &&
    ids.has(String(id))
    ? String(id)
    : null;
}

function inputOf(name: string, value: unknown, ids: ReadonlySet<string>): GraphInput {
  const from = linkedNode(value, ids);
  if (from !== null) return { name, value: null, from };
  return { name, value: typeof value === 'string' ? value : JSON.stringify(value), from: null };
}

/** The nodes of a graph in ComfyUI's API format: what feeds others comes before them. */
export function graphNodes(graph: unknown): GraphNode[] {
  if (!isRecord(graph)) return [];
  const ids = new Set(Object.keys(graph));
  const inputs = new Map<string, GraphInput[]>();
  const feeds = new Map<string, Set<string>>([...ids].map((id) => [id, new Set()]));
  for (const [id, node] of Object.entries(graph)) {
    const raw = isRecord(node) && isRecord(node.inputs) ? node.inputs : {};
    const read = Object.entries(raw).map(([name, value]) => inputOf(name, value, ids));
    inputs.set(id, read);
    for (const { from } of read) if (from !== null) feeds.get(from)?.add(id);
  }
  return inFlowOrder([...ids], inputs).map((id) => {
    const node = graph[id];
    const meta = isRecord(node) && isRecord(node._meta) ? node._meta : {};
    const classType = isRecord(node) && typeof node.class_type === 'string' ? node.class_type : '';
    return {
      id,
      classType,
      title: typeof meta.title === 'string' && meta.title !== '' ? meta.title : classType,
      inputs: inputs.get(id) ?? [],
      feeds: [...(feeds.get(id) ?? [])],
    };
  });
}

/** Every node after those that it takes from; a cycle is left unchanged. */
function inFlowOrder(
  ids: readonly string[],
  inputs: ReadonlyMap<string, readonly GraphInput[]>,
): string[] {
  const ordered: string[] = [];
  const visited = new Set<string>();
  for (const start of ids) {
    // Depth first with a stack of our own: graphs may be long chains.
    const stack: { readonly id: string; readonly isReady: boolean }[] = [
      { id: start, isReady: false },
    ];
    for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
      if (step.isReady) ordered.push(step.id);
      if (step.isReady || visited.has(step.id)) continue;
      visited.add(step.id);
      stack.push({ id: step.id, isReady: true });
      for (const { from } of inputs.get(step.id) ?? [])
        if (from !== null && !visited.has(from)) stack.push({ id: from, isReady: false });
    }
  }
  return ordered;
}

/** Nodes in whose id, title, class, input names or values every word occurs. */
export function matchingNodes(nodes: readonly GraphNode[], words: string): readonly GraphNode[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (parts.length === 0) return nodes;
  return nodes.filter((node) => {
    const text = [
      node.id,
      node.title,
      node.classType,
      ...node.inputs.flatMap(({ name, value }) => [name, value ?? '']),
    ]
      .join('\n')
      .toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}
