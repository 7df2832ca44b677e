import type { ComfyLink } from '../../providers/public/comfy-types';
import type { GraphReading } from './graph-reading';
import { isConditioningType, isPipeType } from './input-names';
import { forwardedInput } from './literal-source';
import { textInputs } from './text-inputs';

/** The nodes that hold a sampling pass's conditioning. */
export interface Guided {
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

/** The texts of a sampling pass and the nodes on the way to them. */
export interface PromptWalk {
  readonly fields: readonly TextField[];
  /** Nodes that the positive conditioning passes, nearest to the sampler first. */
  readonly positiveNodes: readonly string[];
}

/** Follows a pass's conditioning up to every text, by the links' types and names. */
export function walkPrompts(reading: GraphReading, { guide, sampler }: Guided): PromptWalk {
  const walksBySampler = reading.cachedFor(emptyWalkCache, guide);
  const walk = walksBySampler.get(sampler) ?? walkFrom(reading, { guide, sampler });
  walksBySampler.set(sampler, walk);
  return walk;
}

const emptyWalkCache = (): Map<string, PromptWalk> => new Map();

function walkFrom(reading: GraphReading, { guide, sampler }: Guided): PromptWalk {
  const walk = new Walk(reading);
  for (const holder of new Set([guide, sampler])) walk.start(holder);
  return { fields: walk.fields, positiveNodes: walk.positiveNodes };
}

/** `nag_…` is the negative text of normalized attention guidance. */
const sideOf = (input: string): Side => (/neg|^uncond|^nag_/.test(input) ? 'negative' : 'positive');
const PARTIAL = /area|region|gligen|timestep|mask|bbox/i;

/** Limits the work on huge graphs: a node with many links is visited once per output. */
const MAX_LINKS = 20_000;

interface Step {
  readonly link: ComfyLink;
  readonly side: Side;
  readonly restricted: boolean;
}

class Walk {
  readonly fields: TextField[] = [];
  readonly positiveNodes: string[] = [];
  private readonly visited = new Set<string>();
  private linksVisited = 0;

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

  /** Visits the links depth-first, in order. */
  private follow(steps: readonly Step[]): void {
    const stack = [...steps].reverse();
    for (let step = stack.pop(); step && this.linksVisited < MAX_LINKS; step = stack.pop()) {
      const key = `${step.side} ${step.link[0]} ${String(step.link[1])}`;
      if (this.visited.has(key)) continue;
      this.visited.add(key);
      this.linksVisited += 1 + this.reading.links(step.link[0]).length;
      for (const next of [...this.next(step)].reverse()) stack.push(next);
    }
  }

  /** Adds the texts of one node and returns the links to follow next. */
  private next({ link, side, restricted }: Step): readonly Step[] {
    const [id] = link;
    if (side === 'positive') this.positiveNodes.push(id);
    const forwarded = forwardedInput(this.reading, link);
    const next = forwarded === null ? undefined : this.reading.link(id, forwarded);
    if (next) return [{ link: next, side, restricted }];
    const nodeClass = this.reading.classOf(id);
    if (/zero_?out/i.test(nodeClass)) return [];
    const isRestricted = restricted || PARTIAL.test(nodeClass);
    const inputsBehind = this.inputsBehind(link, side);
    if (inputsBehind.length === 0 || this.encodes(id)) this.takeTexts(id, side, isRestricted);
    // A text box on top of a prompt restricts its own text, not the prompt.
    const restrictsUpstream = restricted || (isRestricted && !this.encodes(id));
    return inputsBehind.map(([input, source]) => ({
      link: source,
      // The third conditioning of a dual guider is called cond2, and yet comes out of a "negative".
      side: sideOf(input) === 'negative' ? 'negative' : side,
      restricted: restrictsUpstream,
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

  /** The inputs that an output is made from: the one of the same name if there is one, else all of its side. */
  private inputsBehind(link: ComfyLink, side: Side): readonly (readonly [string, ComfyLink])[] {
    const inputs = this.conditioning(link[0]);
    const name = this.reading.outputName(link);
    const [named] = inputs.filter(([input]) => input === name);
    if (named) return [named];
    const sidedInputs = inputs.filter(([input]) => /^(?:positive|negative)/.test(input));
    if (sidedInputs.length < 2) return inputs;
    return sidedInputs.filter(([input]) => sideOf(input) === side);
  }
}
