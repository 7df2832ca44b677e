import type { GraphReading } from './graph-reading';
import { chosenInput, conditionOf, sourceOf } from './literal-source';
import { nameFrom, type ParamBook } from './param-book';

/** A boolean for every switch of the graph, named by the title that somebody gave it. */
export function addSwitches(reading: GraphReading, book: ParamBook): void {
  for (const id of reading.live) {
    const input = chosenInput(reading, id) === null ? undefined : conditionOf(reading, id);
    const source = input === undefined ? undefined : sourceOf(reading, id, input);
    if (source?.kind !== 'literal' || typeof source.value !== 'boolean') continue;
    const title = reading.titleOf(source.bind.node) || reading.titleOf(id);
    book.add({
      name: nameFrom(title) ?? 'switch',
      type: 'boolean',
      binds: [source.bind],
      confidence: 'medium',
      reason: `${reading.classOf(id)} chooses between two ways through the graph.`,
      description: `${title === '' ? 'A switch of the graph' : title}: chooses between two ways through the graph. Params found behind the way that the graph takes now do nothing on the other.`,
    });
  }
}
