import { asObject, readJson } from '../wire/json';
import { ExecutionList } from './execution-list';

/** Nodes by id: class and the ids it is linked to. `Save` is an output. */
type Graph = Readonly<Record<string, readonly [className: string, ...from: string[]]>>;

function order(graph: Graph, outputs: readonly string[], cached: readonly string[] = []): string[] {
  const entries = Object.entries(graph).map(([id, [class_type, ...from]]) => {
    const inputs = Object.fromEntries(from.map((source, index) => [`in${index}`, [source, 0]]));
    return `${JSON.stringify(id)}: ${JSON.stringify({ class_type, inputs })}`;
  });
  const done = new Set(cached);
  const list = new ExecutionList({
    prompt: asObject(readJson(`{${entries.join(',')}}`)),
    isOutput: (className) => className === 'Save',
    isLazy: () => false,
    isCached: (id) => done.has(id),
  });
  for (const output of outputs) list.add(output);
  const picked: string[] = [];
  for (let id = list.pick(); id !== undefined; id = list.pick()) {
    picked.push(id);
    done.add(id);
    list.complete(id);
  }
  return picked;
}

const SAMPLED: Graph = {
  ckpt: ['Load'],
  latent: ['Empty'],
  pos: ['Encode', 'ckpt'],
  neg: ['Encode', 'ckpt'],
  sampler: ['Sample', 'ckpt', 'pos', 'neg', 'latent'],
  decode: ['Decode', 'sampler', 'ckpt'],
  save: ['Save', 'decode'],
};

describe('ExecutionList', () => {
  it('orders a sampled picture as a real node does', () => {
    const expected = ['ckpt', 'latent', 'neg', 'pos', 'sampler', 'decode', 'save'];
    expect(order(SAMPLED, ['save'])).toEqual(expected);
  });

  it('leaves out cached nodes', () => {
    const expected = ['latent', 'sampler', 'decode', 'save'];
    expect(order(SAMPLED, ['save'], ['ckpt', 'pos', 'neg'])).toEqual(expected);
  });

  it('runs an output as soon as it is ready', () => {
    const graph: Graph = {
      a: ['Empty'],
      b: ['Empty'],
      saveA: ['Save', 'a'],
      saveB: ['Save', 'b'],
    };
    expect(order(graph, ['saveA', 'saveB'])).toEqual(['a', 'saveA', 'b', 'saveB']);
  });

  it('runs nothing that no output needs', () => {
    expect(order({ a: ['Empty'], b: ['Empty'], save: ['Save', 'a'] }, ['save'])).toEqual([
      'a',
      'save',
    ]);
  });
});
