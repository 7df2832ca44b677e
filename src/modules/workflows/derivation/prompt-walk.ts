import type { ComfyLink } from '../../providers/public/comfy-types';
import type { GraphReading } from './graph-reading';
import { isConditioningType, isPipeType } from './input-names';
import { forwardedInput } from './literal-source';
import { textInputs } from './text-inputs';

/** What guides a sampling pass. */
export interface Guided {
  /** The node that samples. */
  readonly sampler: string;
  /** The node with `cfg` and the conditioning: the guider, or the sampler itself. */
  readonly guide: string;
}

export type Side = 'positive' | 'negative';

/** A text input of an encoder that guides a sampling pass. */
export interface TextField {
  readonly encoder: string;
  readonly input: string;
  readonly side: Side;
  /** It holds for a part of the picture or of the run only. */
  readonly restricted: boolean;
}

/** What stands on the way from a sampler to its texts. */
export interface PromptWalk {
  readonly fields: readonly TextField[];
  /** Nodes that the positive conditioning passes, nearest to the sampler first. */
  readonly positiveNodes: readonly string[];
}

/** Follows a pass's conditioning up to every text, by the links' types and names. */
export function walkPrompts(reading: GraphReading, { guide, sampler }: Guided): PromptWalk {
  const ask = reading.once(walksBehind, guide);
  const known = ask.get(sampler) ?? walked(reading, { guide, sampler });
  ask.set(sampler, known);
  return known;
}

/** By the sampler that the guide leads. */
const walksBehind = (): Map<string, PromptWalk> => new Map();

function walked(reading: GraphReading, { guide, sampler }: Guided): PromptWalk {
  const walk = new Walk(reading);
  for (const holder of new Set([guide, sampler])) walk.start(holder);
  return { fields: walk.fields, positiveNodes: walk.positiveNodes };
}

/** Normalized attention guidance takes the unwanted text as `nag_…`. */
const sideOf = (input: string): Side => (/neg|^uncond|^nag_/.test(input) ? 'negative' : 'positive');
const PARTIAL = /area|region|gligen|timestep|mask|bbox/i;

/** More links than any prompt comes through: a wide node may be met again for each of its outputs. */
const MAX_LINKS = 20_000;

interface Step {
  readonly link: ComfyLink;
  readonly side: Side;
  readonly restricted: boolean;
}

class Walk {
  readonly fields: TextField[] = [];
  readonly positiveNodes: string[] = [];
  private readonly seen = new Set<string>();
  private looked = 0;

  constructor(private readonly reading: GraphReading) {}

  start(holder: string): void {
    const at = this.holderOfLinks(holder);
    this.follow(
      this.conditioning(at)
        .filter(([input]) => !input.startsWith('empty'))
        .map(([input, link]) => ({ link, side: sideOf(input), restricted: false })),
    );
    // A node that samples and encodes at once; beside a guider its texts are settings.
    if (this.conditioning(at).length === 0 && this.fields.length === 0)
      this.takeTexts(at, 'positive', false);
  }

  /** A sampler that takes a pipe is guided by the node that filled the pipe. */
  private holderOfLinks(holder: string): string {
    let at: string | undefined = holder;
    const passed = new Set<string>();
    while (at !== undefined && this.conditioning(at).length === 0 && !passed.has(at)) {
      passed.add(at);
      at = this.reading.linksOfType(at, isPipeType)[0]?.[1][0];
    }
    return at ?? holder;
  }

  private conditioning(id: string): readonly (readonly [string, ComfyLink])[] {
    return this.reading.linksOfType(id, isConditioningType);
  }

  /** In order, each way to its end before the next. */
  private follow(steps: readonly Step[]): void {
    const open = [...steps].reverse();
    for (let step = open.pop(); step && this.looked < MAX_LINKS; step = open.pop()) {
      const key = `${step.side} ${step.link[0]} ${String(step.link[1])}`;
      if (this.seen.has(key)) continue;
      this.seen.add(key);
      this.looked += 1 + this.reading.links(step.link[0]).length;
      for (const next of [...this.next(step)].reverse()) open.push(next);
    }
  }

  /** Takes the texts of one node and tells where to go on. */
  private next({ link, side, restricted }: Step): readonly Step[] {
    const [id] = link;
    if (side === 'positive') this.positiveNodes.push(id);
    const forwarded = forwardedInput(this.reading, link);
    const next = forwarded === null ? undefined : this.reading.link(id, forwarded);
    if (next) return [{ link: next, side, restricted }];
    const nodeClass = this.reading.classOf(id);
    if (/zero_?out/i.test(nodeClass)) return [];
    const within = restricted || PARTIAL.test(nodeClass);
    const onward = this.onward(link, side);
    if (onward.length === 0 || this.encodes(id)) this.takeTexts(id, side, within);
    // A text box on top of a prompt restricts its own text, not the prompt.
    const passesOn = restricted || (within && !this.encodes(id));
    return onward.map(([input, source]) => ({
      link: source,
      // The third conditioning of a dual guider is called cond2, and yet comes out of a "negative".
      side: sideOf(input) === 'negative' ? 'negative' : side,
      restricted: passesOn,
    }));
  }

  private encodes(id: string): boolean {
    return this.reading.linksOfType(id, (type) => type === 'CLIP').length > 0;
  }

  private takeTexts(id: string, side: Side, restricted: boolean): void {
    const inputs = textInputs(this.reading, id);
    const negatives = inputs.filter((input) => sideOf(input) === 'negative');
    const positives = inputs.filter((input) => sideOf(input) === 'positive');
    const take = (names: readonly string[], as: Side): void => {
      for (const input of names) this.fields.push({ encoder: id, input, side: as, restricted });
    };
    if (negatives.length > 0) {
      if (side === 'positive') take(positives, 'positive');
      take(negatives, 'negative');
    } else take(positives, side);
  }

  /** The inputs behind an output: the one of the same name where a node hands several on, else all. */
  private onward(link: ComfyLink, side: Side): readonly (readonly [string, ComfyLink])[] {
    const inputs = this.conditioning(link[0]);
    const name = this.reading.outputName(link);
    const [named] = inputs.filter(([input]) => input === name);
    if (named) return [named];
    const sided = inputs.filter(([input]) => /^(?:positive|negative)/.test(input));
    return sided.length > 1 ? this.slotOrSide(link, sided, side) : inputs;
  }

  /** Outputs without a name come in the order positive, negative, behind others perhaps. */
  private slotOrSide(
    [id, slot]: ComfyLink,
    inputs: readonly (readonly [string, ComfyLink])[],
    side: Side,
  ): readonly (readonly [string, ComfyLink])[] {
    const slots = this.reading.once(toldSlots, id);
    const order: readonly Side[] = ['positive', 'negative'];
    const bySlot = slots.length > 1 ? order[slots.indexOf(slot)] : undefined;
    return inputs.filter(([input]) => sideOf(input) === (bySlot ?? side));
  }
}

/** The outputs that are taken as conditioning. */
function toldSlots(reading: GraphReading, id: string): readonly number[] {
  const taken = reading
    .consumers(id)
    .filter(({ node, input }) => isConditioningType(reading.linkType(node, input)))
    .map((use) => use.slot);
  return [...new Set(taken)].sort((a, b) => a - b);
}
