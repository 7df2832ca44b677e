import type { ParamBinding } from '../public/workflow';
import type { GraphReading } from './graph-reading';
import { nameFrom, type ParamBook } from './param-book';

const MAX_NODES = 20;
const NUMBERS = /^(?:INT|FLOAT|STRING|BOOLEAN|COMBO|\*)/;
const VALUES =
  /^(?:value|aspect_ratio|megapixels|ratio|resolution|seconds|duration|(?:.*\.)?(?:width|height))$/;
/** Classes that scale a picture. */
const SCALES = /scale|resize/i;
const ONE_SIDE = /(?:^|\.)(?:largest|longer|shorter)_size$/;
/** Names of values that are texts; others must be numbers. */
const TEXT_NAMES = /ratio$|^resolution$/;

/**
 * Adds the settings from which a value is calculated. A single setting is treated as the value itself (a width that is
 * rounded); several become params named after their nodes (seconds and frame rate of a length).
 */
export function addUpstreamValues(
  reading: GraphReading,
  name: string,
  from: string,
  book: ParamBook,
): void {
  const settings = settingsUpstream(reading, name, from).filter((bind) => !book.isBound(bind));
  for (const bind of settings) {
    const title = reading.titleOf(bind.node);
    const paramName = nameOf(title, bind, name, settings.length === 1);
    if (paramName === null) continue;
    book.add({
      name: paramName,
      binds: [bind],
      confidence: settings.length === 1 ? 'medium' : 'low',
      reason: `The ${name} is calculated from ${reading.classOf(bind.node)}.${bind.input}.`,
      description: `The ${name} of the result is calculated from it${title === '' ? '' : ` ("${title}")`}.`,
    });
  }
}

/** Titles that mean the value itself: a length in seconds isn't a length in frames. */
const SAME: Readonly<Record<string, RegExp>> = {
  width: /width/i,
  height: /height/i,
  length: /^(?!.*(?:second|\bsec\b|duration)).*(?:length|frames)/i,
  fps: /fps|frame.?rate/i,
};

/** Named by the title; a single setting without a title gets the value's name. */
function nameOf(
  title: string,
  { input }: ParamBinding,
  name: string,
  isOnly: boolean,
): string | null {
  const last = input.split('.').at(-1) ?? input;
  if (SAME[name]?.test(`${title} ${last}`)) return name;
  const fromTitle = nameFrom(title) ?? (last === 'value' ? null : last);
  return fromTitle ?? (isOnly && name !== 'length' ? name : null);
}

/** Numbers and choices upstream; where a picture is measured, the size to which it was resized. */
function settingsUpstream(
  reading: GraphReading,
  name: string,
  from: string,
): readonly ParamBinding[] {
  const settings: ParamBinding[] = [];
  const visited = new Set<string>();
  const queue = [from];
  while (queue.length > 0 && visited.size < MAX_NODES) {
    const id = queue.shift();
    if (id === undefined || visited.has(id)) continue;
    visited.add(id);
    const side = sideInput(reading, id, name);
    const values = side === undefined ? ownValues(reading, id) : [side];
    settings.push(
      ...values
        .filter((input) => TEXT_NAMES.test(input) || typeof reading.literal(id, input) === 'number')
        .map((input) => ({ node: id, input })),
    );
    queue.push(...sourcesOf(reading, id, side));
  }
  return settings;
}

function ownValues(reading: GraphReading, id: string): readonly string[] {
  const values = reading.literals(id);
  // The factor or megapixels of a resize are params of their own.
  if (scales(reading, id)) return values.filter((input) => ONE_SIDE.test(input));
  return values.filter((input) => VALUES.test(input));
}

/** Does the node resize a picture? */
const scales = (reading: GraphReading, id: string): boolean =>
  SCALES.test(reading.classOf(id)) &&
  reading.linksOfType(id, (type) => type === 'IMAGE' || type === '*').length > 0;

/** The input of this name, if the node has one: then its other side is ignored. */
function sideInput(reading: GraphReading, id: string, name: string): string | undefined {
  return reading.inputs(id).find((input) => input === name || input.endsWith(`.${name}`));
}

function sourcesOf(reading: GraphReading, id: string, side: string | undefined): readonly string[] {
  const measures = /size|dimension|resolution/i.test(reading.classOf(id)) || scales(reading, id);
  return reading
    .links(id)
    .filter(([input]) => side === undefined || input === side)
    .filter(([input, [source]]) => {
      const type = reading.linkType(id, input);
      return NUMBERS.test(type) || (measures && type === 'IMAGE' && hasOwnSize(reading, source));
    })
    .map(([, [source]]) => source);
}

/** Is the picture created or resized to a size, not loaded as it is? */
const hasOwnSize = (reading: GraphReading, id: string): boolean =>
  scales(reading, id) || reading.inputs(id).some((input) => /(?:^|\.)width$/.test(input));
