import type { NodePosition, Report, WorkBudget } from './conversion';
import {
  BYPASSED,
  type EditorInput,
  type EditorNode,
  type EverywhereLink,
  MUTED,
} from './editor-graph';
import { type Frame, type Frames, idIn, type InnerFrame, positionOf } from './subgraph-expansion';
import { inputIndexes, linkToBoundary, indexOfInputs, sizeOf } from './graph-index';
import { bypassInput } from './bypass';
import { channelName, virtualKind } from './editor-classes';
import { ownValue } from '../../../platform/json';
import type { Definitions } from './definitions';

/** The source of an input after editor-only nodes and subgraph boundaries are resolved. */
export type Source =
  | { readonly kind: 'output'; readonly node: string; readonly slot: number }
  | { readonly kind: 'value'; readonly value: unknown }
  /** No source: the link ends at a node that doesn't run, or at a missing node. */
  | { readonly kind: 'nothing' };

/** Position at an input; the next step is its source. */
interface AtInput {
  readonly at: 'input';
  readonly frame: Frame;
  readonly node: EditorNode;
  readonly input: EditorInput;
  /** Type of the final consumer, for nodes without a type of their own. */
  readonly type: string;
}

/** Position at an output; the next step is its node. */
interface AtOutput {
  readonly at: 'output';
  readonly frame: Frame;
  readonly id: string;
  readonly slot: number;
  readonly type: string;
}

type LinkPosition = AtInput | AtOutput;

const NOTHING: Source = { kind: 'nothing' };
/** Maximum steps of a chain; a longer one must be a loop. */
const MAX_STEPS = 5_000;
/** Units of work per step. */
const STEP = 6;

/** Follows links through reroutes, subgraph borders, bypassed nodes, set and get nodes, primitives. */
export class LinkResolver {
  private readonly work: WorkBudget;
  private readonly setters = new Map<Frame, ReadonlyMap<string, EditorNode>>();

  constructor(
    private readonly frames: Frames,
    private readonly report: Report,
  ) {
    this.work = frames.definitions.work;
  }

  /** The source of a node's input. */
  source(frame: Frame, node: EditorNode, input: EditorInput): Source {
    let position: LinkPosition | Source = { at: 'input', frame, node, input, type: input.type };
    const place = positionOf(frame, node);
    for (let length = 0; 'at' in position; length += 1) {
      this.work.spend(STEP);
      if (length > MAX_STEPS) {
        this.report.error('cycle', place, `what feeds ${input.name} goes in a circle`);
        return NOTHING;
      }
      position =
        position.at === 'input'
          ? this.fromInput(position, place)
          : this.fromOutput(position, place);
    }
    return position;
  }

  private fromInput(position: AtInput, place: NodePosition): LinkPosition | Source {
    const { frame, node, input, type } = position;
    if (input.link === null) return this.fromEverywhere(position, place) ?? NOTHING;
    const link = frame.graph.links.get(input.link);
    if (!link) {
      // Some files keep the id of a link that existed only while a prompt was sent.
      const broadcast = this.fromEverywhere(position, place);
      if (broadcast) return broadcast;
      const reason = `link ${input.link} of ${idIn(frame, node)}.${input.name} isn't in the file; left out`;
      this.report.warn('link', place, reason);
      return NOTHING;
    }
    const { definitions } = this.frames;
    if (link.origin === frame.host?.definition.inputNode)
      return this.throughBoundary(
        frame,
        definitions.boundaryIndex(frame.host.definition, link, input),
        place,
      );
    return { at: 'output', frame, id: link.origin, slot: link.originSlot, type };
  }

  /** The source of a "Use Everywhere" link, which no list of links has; `null` if there is none. */
  private fromEverywhere(
    { frame, node, input, type }: AtInput,
    place: NodePosition,
  ): LinkPosition | Source | null {
    const links = frame.graph.everywhere.get(node.id);
    const match = links?.get(indexOfInputs(node).get(input) ?? -1);
    if (!match) return null;
    return this.fromOrigin(frame, match, type, place);
  }

  private fromOrigin(
    frame: Frame,
    { origin, originSlot }: Pick<EverywhereLink, 'origin' | 'originSlot'>,
    type: string,
    place: NodePosition,
  ): LinkPosition | Source {
    if (origin === frame.host?.definition.inputNode)
      return this.throughBoundary(frame, originSlot, place);
    return { at: 'output', frame, id: origin, slot: originSlot, type };
  }

  /** From inside a subgraph to the input or value of its instance. */
  private throughBoundary(
    frame: Frame,
    index: number | null,
    place: NodePosition,
  ): LinkPosition | Source {
    const { host } = frame;
    if (index === null || !host?.definition.inputs[index]) {
      const reason = 'a link comes from an input that its subgraph no longer has; left out';
      this.report.warn('link', place, reason);
      return NOTHING;
    }
    const input = host.inputs[index];
    if (input?.link != null)
      return { at: 'input', frame: host.frame, node: host.node, input, type: input.type };
    const value = fieldValue(frame, index, this.frames.definitions);
    return value === undefined ? NOTHING : { kind: 'value', value };
  }

  private fromOutput(position: AtOutput, place: NodePosition): LinkPosition | Source {
    const { frame, id, slot } = position;
    const node = frame.graph.nodes.get(id);
    if (!node) {
      const reason = `a link comes from node ${frame.prefix}${id}, which isn't in the file; left out`;
      this.report.warn('link', place, reason);
      return NOTHING;
    }
    if (node.mode === BYPASSED && virtualKind(node) !== 'primitive')
      return this.aroundBypassed(position, node);
    const virtual = virtualKind(node);
    if (node.mode === MUTED && virtual !== 'primitive') return NOTHING;
    if (virtual) return this.throughVirtual(position, node, place);
    const child = frame.children.get(id);
    if (child) return this.intoSubgraph(position, child, place);
    return { kind: 'output', node: idIn(frame, node), slot };
  }

  private aroundBypassed({ frame, slot, type }: AtOutput, node: EditorNode): LinkPosition | Source {
    const definition = this.frames.definitions.of(node);
    const inputs = definition
      ? this.frames.definitions.slotsOf(node, definition).map((input, index) => ({
          name: definition.inputs[index]?.name ?? '',
          type: definition.inputs[index]?.type ?? '*',
          widget: null,
          link: input?.link ?? null,
        }))
      : this.frames.definitions.inputsOf(node);
    const output = definition?.outputs[slot]?.type ?? node.outputs[slot] ?? '*';
    const length = output.length + type.length;
    this.work.spend(inputs.reduce((sum, one) => sum + one.type.length + length, inputs.length));
    const input = bypassInput(inputs, slot, output, type);
    return input ? { at: 'input', frame, node, input, type: input.type } : NOTHING;
  }

  private throughVirtual(
    position: AtOutput,
    node: EditorNode,
    place: NodePosition,
  ): LinkPosition | Source {
    const { frame, slot, type } = position;
    const kind = virtualKind(node);
    if (kind === 'primitive') return primitiveValue(frame, node);
    if (kind === 'getter') return this.toSetter(position, node, place);
    const input = node.inputs[slot];
    return input ? { at: 'input', frame, node, input, type } : NOTHING;
  }

  private toSetter(
    { frame, type }: AtOutput,
    getter: EditorNode,
    place: NodePosition,
  ): LinkPosition | Source {
    const name = channelName(getter);
    this.work.spend(sizeOf(name));
    for (let at: Frame | null = frame; at && name; at = at.host?.frame ?? null) {
      const setter = this.settersOf(at).get(name);
      const [input] = setter?.inputs ?? [];
      if (setter && input) return { at: 'input', frame: at, node: setter, input, type };
    }
    const reason = `${getter.type} ${idIn(frame, getter)} gets "${name ?? ''}", which nothing sets; the link is left out`;
    this.report.warn('link', place, reason);
    return NOTHING;
  }

  private settersOf(frame: Frame): ReadonlyMap<string, EditorNode> {
    const cached = this.setters.get(frame);
    if (cached) return cached;
    const setters = [...frame.graph.nodes.values()].filter(
      (node) => virtualKind(node) === 'setter',
    );
    const match = new Map(setters.map((node) => [channelName(node) ?? '', node]));
    this.setters.set(frame, match);
    return match;
  }

  private intoSubgraph(
    { slot, type }: AtOutput,
    child: InnerFrame,
    place: NodePosition,
  ): LinkPosition | Source {
    const { definition } = child.host;
    const link = linkToBoundary(definition, slot);
    if (!link) {
      const reason = `output ${String(slot)} of the subgraph "${definition.name}" is fed by nothing; the link is left out`;
      this.report.warn('link', place, reason);
      return NOTHING;
    }
    return this.fromOrigin(child, link, type, place);
  }
}

/** The value of a primitive node; without one, its targets keep their own values. */
function primitiveValue(frame: Frame, node: EditorNode): Source {
  const above = frame.overlays.get(node.id)?.get('value');
  const own = node.named ? node.named['value'] : node.values?.[0];
  const value = above ?? own;
  return value === undefined || value === null ? NOTHING : { kind: 'value', value };
}

/**
 * The value of an instance's field: its own, else that of the first widget behind the input. It goes to every target of
 * the input. `undefined`: there is no value at all.
 */
export function fieldValue(inside: Frame, index: number, definitions: Definitions): unknown {
  let at: Frame | undefined = inside;
  let input = index;
  while (at?.host) {
    const { values, definition } = at.host;
    definitions.work.spend(STEP);
    if (values.has(input)) return values.get(input);
    const behind = definitions.behind(definition, input);
    if (!behind) return undefined;
    const { node } = behind;
    const above = at.overlays.get(node.id)?.get(behind.input);
    if (above !== undefined) return above;
    const nested = definitions.of(node);
    if (!nested) return saved(definitions, node, behind.input);
    input = inputIndexes(nested).get(behind.input) ?? -1;
    at = at.children.get(node.id);
  }
  return undefined;
}

function saved({ info, widgets }: Definitions, node: EditorNode, widget: string): unknown {
  const described = ownValue(info, node.type);
  if (!described) return undefined;
  return widgets.placed(node, described).get(widget)?.value ?? undefined;
}
