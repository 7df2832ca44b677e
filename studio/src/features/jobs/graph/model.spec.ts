import { graphNodes, matchingNodes } from './model';

const GRAPH = {
  sampler: {
    class_type: 'KSampler',
    inputs: { model: ['unet', 0], steps: 20, positive: ['text', 0] },
    _meta: { title: 'Sample' },
  },
  text: { class_type: 'CLIPTextEncode', inputs: { text: 'a red fox', clip: ['gone', 0] } },
  unet: { class_type: 'UNETLoader', inputs: { unet_name: 'flux1-dev.safetensors' } },
};

describe('graphNodes', () => {
  it('lists nodes behind those that they take from', () => {
    expect(graphNodes(GRAPH).map(({ id }) => id)).toEqual(['text', 'unet', 'sampler']);
  });

  it('tells links from values', () => {
    const sampler = graphNodes(GRAPH).find(({ id }) => id === 'sampler');
    expect(sampler?.inputs).toEqual([
      { name: 'model', value: null, from: 'unet' },
      { name: 'steps', value: '20', from: null },
      { name: 'positive', value: null, from: 'text' },
    ]);
  });

  it('shows a link to a node that is not there as a value', () => {
    const text = graphNodes(GRAPH).find(({ id }) => id === 'text');
    expect(text?.inputs[1]).toEqual({ name: 'clip', value: '["gone",0]', from: null });
  });

  it('says what a node feeds, and takes its class as title where it has none', () => {
    const unet = graphNodes(GRAPH).find(({ id }) => id === 'unet');
    expect(unet).toMatchObject({ title: 'UNETLoader', feeds: ['sampler'] });
  });

  it('ends for graphs with a cycle', () => {
    const cycle = {
      a: { class_type: 'A', inputs: { in: ['b', 0] } },
      b: { class_type: 'B', inputs: { in: ['a', 0] } },
    };
    expect(graphNodes(cycle)).toHaveLength(2);
  });

  it.each([null, [], 'text', { a: null }])('reads %j without failing', (graph) => {
    expect(Array.isArray(graphNodes(graph))).toBe(true);
  });
});

describe('matchingNodes', () => {
  it.each([
    ['', 3],
    ['FOX', 1],
    ['sample', 1],
    ['unet flux', 1],
    ['steps', 1],
    ['nothing', 0],
  ])('finds for %j %s nodes', (words, count) => {
    expect(matchingNodes(graphNodes(GRAPH), words)).toHaveLength(count);
  });
});
