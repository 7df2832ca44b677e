import type { ComfyGraph, ComfyNode } from '../../src/modules/providers/public/comfy-types';
import { EDITOR_CLASSES, type EditorClass, NUMBERS } from './editor-classes';
import type { SeededRandom } from './seeded-random';

type Output = readonly [node: string, slot: number];

export function classOf(name: string): EditorClass {
  const described = name === 'PrimitiveInt' ? NUMBERS : EDITOR_CLASSES[name];
  if (!described) throw new Error(`no ${name} among the random classes`);
  return described;
}

/** Inputs to which the editor lets an integer be linked. */
const TAKES_NUMBER = /^(?:width|height|batch_size|steps|resize_type\.width)$/;

/**
 * A valid random graph in ComfyUI's API format. Nodes with ids like `7:12` are in a subgraph.
 */
export function randomGraph(random: SeededRandom): ComfyGraph {
  const graph: Record<string, ComfyNode> = {};
  const outputs = new Map<string, Output[]>();
  const count = 4 + random.below(14);
  const names = Object.keys(EDITOR_CLASSES).filter((name) => name !== 'SaveAnimatedWEBP');
  for (let at = 1; at <= count; at += 1) {
    const inside = random.below(3) === 0 ? `${String(100 + random.below(2))}:` : '';
    const id = `${inside}${String(at)}`;
    const fitting = names.filter((name) =>
      classOf(name).sockets.every(([, type]) => outputs.has(type)),
    );
    const name = random.below(6) === 0 ? 'PrimitiveInt' : random.pick(fitting);
    graph[id] = randomNode(name, outputs, random);
    classOf(name).outputs.forEach((type, slot) => {
      outputs.set(type, [...(outputs.get(type) ?? []), [id, slot]]);
    });
  }
  if (!outputs.has('IMAGE')) {
    graph['90'] = randomNode('EmptyImage', outputs, random);
    outputs.set('IMAGE', [['90', 0]]);
  }
  graph['99'] = randomNode('SaveAnimatedWEBP', outputs, random);
  return graph;
}

function randomNode(
  name: string,
  outputs: ReadonlyMap<string, readonly Output[]>,
  random: SeededRandom,
): ComfyNode {
  const { title, sockets, values } = classOf(name);
  const inputs: Record<string, unknown> = {};
  for (const [input, type] of sockets) inputs[input] = random.pick(outputs.get(type) ?? []);
  for (const place of values) {
    if (typeof place === 'string') continue;
    const [input, literal] = place;
    const numbers = TAKES_NUMBER.test(input) ? (outputs.get('INT') ?? []) : [];
    inputs[input] = numbers.length > 0 && random.flag() ? random.pick(numbers) : literal(random);
  }
  return { class_type: name, inputs, _meta: { title } };
}
