/** A link to an output of another node: [node id, output slot]. */
export type ComfyLink = readonly [nodeId: string, slot: number];

/** A node of a graph in ComfyUI's API format. */
export interface ComfyNode {
  readonly class_type: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly _meta?: { readonly title?: string };
}

/** A whole graph in API format, by node id. Never rely on the order of its keys. */
export type ComfyGraph = Readonly<Record<string, ComfyNode>>;

/** An input as `object_info` describes it: [type or list of choices, options]. */
export type InputSpec = readonly [unknown, Readonly<Record<string, unknown>>?];

/** One class of `object_info`, with the fields that we read. */
export interface NodeClassInfo {
  readonly input: {
    readonly required?: Readonly<Record<string, InputSpec>>;
    readonly optional?: Readonly<Record<string, InputSpec>>;
    readonly hidden?: Readonly<Record<string, unknown>>;
  };
  readonly input_order?: Readonly<Record<string, readonly string[]>>;
  readonly output: readonly unknown[];
  readonly output_is_list?: readonly boolean[];
  readonly output_name?: readonly string[];
  readonly name: string;
  readonly display_name?: string;
  readonly description?: string;
  readonly category?: string;
  readonly output_node?: boolean;
  readonly python_module?: string;
}

/** `GET /object_info`: every class that a node offers. */
export type ObjectInfo = Readonly<Record<string, NodeClassInfo>>;
