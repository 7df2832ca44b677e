import type { ComfyGraph, ComfyNode } from '../../src/modules/providers/public/comfy-types';
import { classOf } from './random-graphs';
import type { SeededRandom } from './seeded-random';

/*
 * Writes an API format graph as ComfyUI's editor would have saved it in a randomly picked year. Shares no code with the
 * converter on purpose, so that both descriptions of the format are checked against each other.
 */

const STYLES = ['2023', '2024', '2025', '2026'] as const;
type Style = (typeof STYLES)[number];
/** How a subgraph instance stores the values of its fields. */
const HOSTS = ['position', 'inside', 'proxies', 'names'] as const;

type Json = Record<string, unknown>;
type End = readonly [node: number, slot: number];

interface Slot {
  readonly name: string;
  readonly type: string;
  readonly widget?: { readonly name: string };
  link: number | null;
}

/** The root or a subgraph that is being written. */
class Canvas {
  readonly nodes: Json[] = [];
  readonly links: [id: number, from: End, to: End, type: string][] = [];
  private next = 200;

  fresh(): number {
    return this.next++;
  }

  link(from: End, to: End, type: string): number {
    const id = this.fresh();
    this.links.push([id, from, to, type]);
    return id;
  }
}

const INPUT = -10;
const OUTPUT = -20;

/** An inner widget that an instance shows. */
interface Border {
  readonly inputs: {
    name: string;
    type: string;
    link: number;
    from?: string;
    value?: unknown;
    node: number;
    widget?: string;
  }[];
  readonly outputs: { name: string; type: string; link: number; key: string }[];
}

export class EditorWriter {
  private readonly style: Style;
  private readonly root = new Canvas();
  private readonly insides = new Map<string, { canvas: Canvas; border: Border }>();

  constructor(
    private readonly graph: ComfyGraph,
    private readonly random: SeededRandom,
  ) {
    this.style = random.pick(STYLES);
  }

  write(): Json {
    for (const id of Object.keys(this.graph))
      if (id.includes(':')) this.inside(id.split(':')[0] ?? '');
    for (const [id, node] of Object.entries(this.graph)) this.place(id, node);
    const definitions = [...this.insides].map(([id, { canvas, border }]) =>
      this.instance(id, canvas, border),
    );
    this.clutter();
    return {
      version: 0.4,
      nodes: this.shuffled(this.root.nodes),
      links: this.root.links.map((link) => (this.style === '2026' ? record(link) : list(link))),
      extra: {},
      ...(definitions.length > 0 ? { definitions: { subgraphs: definitions } } : {}),
    };
  }

  private inside(instance: string): void {
    if (!this.insides.has(instance))
      this.insides.set(instance, { canvas: new Canvas(), border: { inputs: [], outputs: [] } });
  }

  private scopeOf(id: string): { canvas: Canvas; border: Border | null; instance: string | null } {
    const [instance = ''] = id.split(':');
    const inside = id.includes(':') ? this.insides.get(instance) : undefined;
    return inside ? { ...inside, instance } : { canvas: this.root, border: null, instance: null };
  }

  private place(id: string, node: ComfyNode): void {
    const { canvas } = this.scopeOf(id);
    const { sockets, values, outputs } = classOf(node.class_type);
    const slots: Slot[] = sockets.map(([name, type]) => ({ name, type, link: null }));
    for (const place of values) {
      if (typeof place === 'string') continue;
      const [name] = place;
      const listed =
        this.style === '2025' || this.style === '2026' || Array.isArray(node.inputs[name]);
      if (listed) slots.push({ name, type: fieldType(name), widget: { name }, link: null });
    }
    const number = Number(id.split(':').at(-1));
    slots.forEach((slot, index) => {
      const value = node.inputs[slot.name];
      if (Array.isArray(value))
        slot.link = this.feed(id, [String(value[0]), Number(value[1])], [number, index], slot);
      else if (slot.widget) slot.link = this.promote(id, [number, index], slot, value);
    });
    canvas.nodes.push({
      id: this.random.flag() ? number : String(number),
      type: node.class_type,
      mode: 0,
      inputs: slots,
      outputs: outputs.map((type) => ({ name: type, type, links: [] })),
      properties: {},
      ...this.valuesOf(id, node),
    });
  }

  /** Links an output to an input, across subgraph boundaries if necessary. */
  private feed(
    id: string,
    [source, output]: readonly [string, number],
    to: End,
    slot: Slot,
  ): number {
    const here = this.scopeOf(id);
    const there = this.scopeOf(source);
    const type = classOf(this.graph[source]?.class_type ?? '').outputs[output] ?? '*';
    const number = Number(source.split(':').at(-1));
    if (here.canvas === there.canvas) return this.detour(here.canvas, [number, output], to, type);
    const key = `${source}/${String(output)}`;
    const outside: End = there.border
      ? this.outlet(there.canvas, there.border, there.instance ?? '', { key, number, output, type })
      : [number, output];
    if (!here.border) return this.detour(this.root, outside, to, type);
    return this.inlet(here.canvas, here.border, {
      from: `${String(outside[0])}/${String(outside[1])}`,
      to,
      type,
      slot,
      value: 0,
    });
  }

  private outlet(
    canvas: Canvas,
    border: Border,
    instance: string,
    { key, number, output, type }: { key: string; number: number; output: number; type: string },
  ): End {
    const index = border.outputs.findIndex((one) => one.key === key);
    if (index >= 0) return [Number(instance), index];
    const at = border.outputs.length;
    const link = canvas.link([number, output], [OUTPUT, at], type);
    border.outputs.push({ name: `${type}_${String(at)}`, type, link, key });
    return [Number(instance), at];
  }

  private inlet(
    canvas: Canvas,
    border: Border,
    {
      from,
      to,
      type,
      slot,
      value,
    }: { from?: string; to: End; type: string; slot: Slot; value: unknown },
  ): number {
    const at = border.inputs.length;
    const link = canvas.link([INPUT, at], to, type);
    border.inputs.push({
      name: `${slot.name}_${String(at)}`,
      type,
      link,
      value,
      node: to[0],
      ...(from === undefined ? {} : { from }),
      ...(slot.widget ? { widget: slot.name } : {}),
    });
    return link;
  }

  /** Shows a field of an inner node on the instance. */
  private promote(id: string, to: End, slot: Slot, value: unknown): number | null {
    const { canvas, border } = this.scopeOf(id);
    if (!border || slot.name === 'resize_type' || this.random.below(3) > 0) return null;
    return this.inlet(canvas, border, { to, type: slot.type, slot, value });
  }

  /** A link, direct or through editor-only nodes. */
  private detour(canvas: Canvas, from: End, to: End, type: string): number {
    const way = this.random.below(8);
    if (way === 0)
      return this.through(canvas, 'Reroute', from, to, { in: '*', out: type, mode: 0 });
    if (way === 1)
      return this.through(canvas, 'SomeUnknownClass', from, to, { in: type, out: type, mode: 4 });
    if (way === 2 && this.style !== '2023') return this.met(canvas, from, to, type);
    return canvas.link(from, to, type);
  }

  private through(
    canvas: Canvas,
    name: string,
    from: End,
    to: End,
    types: { in: string; out: string; mode: number },
  ): number {
    const id = canvas.fresh();
    const link = canvas.link(from, [id, 0], types.in);
    canvas.nodes.push({
      id,
      type: name,
      mode: types.mode,
      inputs: [{ name: 'in', type: types.in, link }],
      outputs: [{ name: 'out', type: types.out, links: [] }],
    });
    return canvas.link([id, 0], to, types.out);
  }

  private met(canvas: Canvas, from: End, to: End, type: string): number {
    const [setter, getter] = [canvas.fresh(), canvas.fresh()];
    const name = `meeting ${String(setter)} of ${String(this.random.below(1000))}`;
    const link = canvas.link(from, [setter, 0], type);
    canvas.nodes.push(
      {
        id: setter,
        type: 'SetNode',
        mode: 0,
        inputs: [{ name: type, type, link }],
        outputs: [],
        widgets_values: [name],
      },
      {
        id: getter,
        type: 'GetNode',
        mode: 0,
        inputs: [],
        outputs: [{ name: type, type }],
        widgets_values: [name],
      },
    );
    return canvas.link([getter, 0], to, type);
  }

  private valuesOf(id: string, { class_type: name, inputs }: ComfyNode): Json {
    const promoted = this.promotedOf(id);
    const isLinked = (input: string): boolean => Array.isArray(inputs[input]);
    // A field that is linked or shown elsewhere keeps a stale value.
    const shown = (input: string, place: (random: SeededRandom) => unknown): unknown =>
      isLinked(input) || promoted.has(input) ? place(this.random) : inputs[input];
    const named: [string, unknown][] = [];
    const values = classOf(name).values.flatMap((place): readonly unknown[] => {
      if (place === '#upload') return ['image'];
      if (place === '#control') return this.control(name);
      const value = shown(place[0], place[1]);
      named.push([place[0], value]);
      return [value];
    });
    if (this.style === '2026')
      return { widgets_values: values, widgets_values_named: Object.fromEntries(named) };
    return { widgets_values: values };
  }

  /** Fields with a value of the instance; for the others the inner value counts. */
  private promotedOf(id: string): ReadonlySet<string> {
    const { border, instance } = this.scopeOf(id);
    const number = Number(id.split(':').at(-1));
    const own =
      border?.inputs.filter(({ node, widget }) => node === number && widget !== undefined) ?? [];
    return new Set(
      this.hostStyle(instance ?? '') === 'inside' ? [] : own.map(({ widget }) => widget ?? ''),
    );
  }

  private control(name: string): readonly unknown[] {
    if (this.style === '2023') return [this.random.flag()];
    return [
      name === 'PrimitiveInt' ? 'fixed' : this.random.pick(['fixed', 'randomize', 'increment']),
    ];
  }

  private readonly hostStyles = new Map<string, (typeof HOSTS)[number]>();

  private hostStyle(instance: string): (typeof HOSTS)[number] {
    const style = this.hostStyles.get(instance) ?? this.random.pick(HOSTS);
    this.hostStyles.set(instance, style);
    return style;
  }

  private instance(id: string, canvas: Canvas, border: Border): Json {
    const definition = `00000000-0000-4000-8000-000000000${id}`;
    const inputs = border.inputs.map(({ name, type, from, widget }, index): Slot => {
      const [node, slot] = (from ?? '').split('/').map(Number);
      const link =
        from === undefined
          ? null
          : this.detour(this.root, [node ?? 0, slot ?? 0], [Number(id), index], type);
      return { name, type, link, ...(widget === undefined ? {} : { widget: { name } }) };
    });
    this.root.nodes.push({
      id: Number(id),
      type: definition,
      mode: 0,
      inputs: this.random.flag() ? inputs : inputs.filter(({ link }) => link !== null),
      outputs: border.outputs.map(({ name, type }) => ({ name, type, links: [] })),
      ...this.heldBy(id, border),
    });
    return {
      id: definition,
      name: `Part ${id}`,
      inputNode: { id: INPUT },
      outputNode: { id: OUTPUT },
      inputs: border.inputs.map(({ name, type, link }) => ({ name, type, linkIds: [link] })),
      outputs: border.outputs.map(({ name, type, link }) => ({ name, type, linkIds: [link] })),
      nodes: this.shuffled(canvas.nodes),
      links: canvas.links.map(record),
    };
  }

  private heldBy(id: string, border: Border): Json {
    const fields = border.inputs.filter(({ widget }) => widget !== undefined);
    switch (this.hostStyle(id)) {
      case 'inside':
        return {
          properties: { proxyWidgets: fields.map(({ node, widget }) => [String(node), widget]) },
          widgets_values: [],
        };
      case 'proxies': {
        const entries = this.shuffled([
          ...fields.map(({ name, value }) => [['-1', name], value]),
          [['$$preview', 'x'], null],
        ]);
        return {
          properties: { proxyWidgets: entries.map(([entry]) => entry) },
          widgets_values: entries.map(([, value]) => value),
        };
      }
      case 'names':
        return {
          properties: {},
          widgets_values: [],
          widgets_values_named: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
        };
      case 'position':
        return { properties: {}, widgets_values: fields.map(({ value }) => value) };
    }
  }

  private clutter(): void {
    if (this.random.flag())
      this.root.nodes.push({ id: 500, type: 'Note', mode: 0, widgets_values: ['words'] });
    if (this.random.flag())
      this.root.nodes.push({
        id: 501,
        type: 'EmptyImage',
        mode: 2,
        inputs: [],
        outputs: [],
        widgets_values: [],
      });
  }

  private shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, rank: this.random.below(2 ** 30) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item);
  }
}

function fieldType(name: string): string {
  if (/(?:width|height|batch_size|color|seed|steps|_step|quality|value)$/.test(name)) return 'INT';
  if (/(?:cfg|denoise|factor|fps)$/.test(name)) return 'FLOAT';
  if (/(?:text|prefix)$/.test(name)) return 'STRING';
  return name === 'lossless' ? 'BOOLEAN' : 'COMBO';
}

const list = ([id, from, to, type]: [number, End, End, string]): unknown[] => [
  id,
  ...from,
  ...to,
  type,
];

const record = ([id, from, to, type]: [number, End, End, string]): Json => ({
  id,
  origin_id: from[0],
  origin_slot: from[1],
  target_id: to[0],
  target_slot: to[1],
  type,
});
