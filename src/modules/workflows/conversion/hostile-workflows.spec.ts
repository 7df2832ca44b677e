import { convert, many, refusal } from '../../../../test/support/hostile-editor';

const output = { name: 'IMAGE', type: 'IMAGE', links: [] };

describe('hostile files', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'nodes'],
    ['a list', [{ nodes: [] }]],
    ['no nodes', { links: [] }],
    ['nodes in a record', { nodes: { '1': {} } }],
  ])('refuses %s', (_, editor) => {
    expect(convert(editor)).toEqual(
      refusal('not a workflow of the editor: it has no list of nodes'),
    );
  });

  it('refuses a million nodes', () => {
    const nodes = many(1_000_000, (id) => ({ id, type: 'EmptyImage' }));

    expect(convert({ nodes, links: [] })).toEqual(refusal('1000000 nodes are more than 5000'));
  });

  it('refuses a million links', () => {
    const links = many(1_000_000, (id) => [id, 1, 0, 2, 0, '*']);

    expect(convert({ nodes: [], links })).toEqual(refusal('1000000 links are more than 100000'));
  });

  it('a million values in a node', () => {
    const values = many(1_000_000, (index) => index);
    const { graph, problems } = convert({
      nodes: [{ id: 1, type: 'PreviewAny', widgets_values: values }],
      links: [],
    });

    expect(graph).toMatchObject({ '1': { class_type: 'PreviewAny' } });
    expect(problems.length).toBeLessThan(10);
  });

  it('refuses a subgraph that contains itself', () => {
    const self = { id: 'x', name: 'Self', nodes: [{ id: 1, type: 'x' }], links: [] };
    const editor = { nodes: [{ id: 1, type: 'x' }], links: [], definitions: { subgraphs: [self] } };

    expect(convert(editor)).toEqual(refusal('the subgraph "Self" contains itself'));
  });

  it('refuses subgraphs that double thirty times', () => {
    const subgraphs = many(30, (index) => ({
      id: `s${String(index)}`,
      nodes: many(2, (id) => ({ id, type: `s${String(index + 1)}` })),
      links: [],
    }));
    const editor = { nodes: [{ id: 1, type: 's0' }], links: [], definitions: { subgraphs } };

    expect(convert(editor)).toEqual(
      refusal('written out, its subgraphs have more than 5000 nodes'),
    );
  });

  it('subgraphs four thousand deep', () => {
    const subgraphs = many(4_000, (index) => ({
      id: `s${String(index)}`,
      inputs: [{ name: 'a', type: 'INT', linkIds: [1] }],
      nodes: [
        { id: 1, type: `s${String(index + 1)}`, inputs: [{ name: 'a', type: 'INT', link: 1 }] },
      ],
      links: [{ id: 1, origin_id: -10, origin_slot: 0, target_id: 1, target_slot: 0 }],
    }));
    const nodes = [{ id: 1, type: 's0', widgets_values: [1] }];
    const { graph, problems } = convert({ nodes, links: [], definitions: { subgraphs } });

    expect(graph).toBeNull();
    expect(problems.at(-1)?.reason).toBe('subgraphs lie more than 64 deep in each other');
  });

  it('thousands of nodes behind thousands of reroutes', () => {
    const reroutes = many(2_400, (id) => ({
      id,
      type: 'Reroute',
      inputs: [{ name: '', type: '*', link: id }],
      outputs: [output],
    }));
    const links = many(2_400, (id) => [id, id - 1, 0, id, 0, '*']);
    const consumers = many(2_400, (index) => ({
      id: 10_000 + index,
      type: 'ImageInvert',
      inputs: [{ name: 'image', type: 'IMAGE', link: 20_000 }],
    }));
    const { graph, problems } = convert({
      nodes: [...reroutes, ...consumers],
      links: [...links, [20_000, 2_399, 0, 10_000, 0, '*']],
    });

    expect(graph).toBeNull();
    expect(problems.at(-1)).toMatchObject({
      reason: expect.stringMatching(/too tangled to follow|further problems/),
    });
  });

  it('get nodes that get themselves', () => {
    const { problems } = convert({
      nodes: [
        { id: 1, type: 'GetNode', outputs: [output], widgets_values: ['a'] },
        {
          id: 2,
          type: 'SetNode',
          inputs: [{ name: 'x', type: '*', link: 1 }],
          widgets_values: ['a'],
        },
        { id: 3, type: 'SaveImage', inputs: [{ name: 'images', type: 'IMAGE', link: 2 }] },
      ],
      links: [
        [1, 1, 0, 2, 0, '*'],
        [2, 1, 0, 3, 0, '*'],
      ],
    });

    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'cycle', node: '3', class: 'SaveImage' }),
    );
  });

  it('names of the prototype, everywhere', () => {
    const evil = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const nodes = evil.flatMap((name) => [
      {
        id: name,
        type: 'EmptyImage',
        title: name,
        inputs: [{ name, type: name, link: name, widget: { name } }],
        outputs: [output],
        widgets_values: [64, 64, 1, 0],
        properties: JSON.parse('{"__proto__": {"a": 1}, "proxyWidgets": "__proto__"}') as object,
      },
      { id: `w-${name}`, type: `workflow>${name}`, widgets_values_named: { [name]: 1 } },
    ]);
    const links = evil.map((name) => [name, name, 0, name, 0, name]);
    const extra = JSON.parse(
      '{"groupNodes": {"__proto__": {"nodes": [{"type": "Note", "inputs": [{"name": "__proto__"}]}], "links": [[0,0,0,0]]}}}',
    ) as object;
    const { graph } = convert({ nodes, links, extra });

    expect(Object.keys(graph ?? {})).toEqual(expect.arrayContaining(evil));
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false);
  });

  it.each([
    ['links', { nodes: [], links: 'x' }],
    [
      'nodes that are none',
      {
        nodes: [null, 1, 'x', [], {}, { id: 1 }, { type: 'x' }, { id: {}, type: [] }],
        links: [null, 1, [], {}],
      },
    ],
    [
      'slots that are none',
      {
        nodes: [
          {
            id: 1,
            type: 'EmptyImage',
            inputs: [null, 7, {}],
            outputs: 'x',
            widgets_values: 'y',
            mode: 'z',
          },
        ],
        links: [],
      },
    ],
    [
      'subgraphs that are none',
      {
        nodes: [{ id: 1, type: 'a' }],
        links: [],
        definitions: {
          subgraphs: [null, {}, { id: 'a', inputs: 7, outputs: [null], nodes: null, links: {} }],
        },
      },
    ],
    [
      'groups that are none',
      {
        nodes: [{ id: 1, type: 'workflow/g' }],
        extra: {
          groupNodes: {
            g: {
              nodes: [null, 7, {}],
              links: [null, [1], [0, 0, 9, 9]],
              external: 'x',
              config: [],
            },
          },
        },
      },
    ],
    [
      'values of every kind',
      {
        nodes: [
          { id: 1, type: 'KSampler', widgets_values: [[], {}, null, [[]], 'x', true, -0, 1e308] },
        ],
        links: [],
      },
    ],
    [
      'negative and broken slots',
      {
        nodes: [
          { id: 1, type: 'ImageInvert', inputs: [{ name: 'image', type: 'IMAGE', link: 1 }] },
          { id: 2, type: 'Reroute' },
        ],
        links: [[1, 2, -7, 1, 1e99]],
      },
    ],
  ])('answers without a crash for %s', (_, editor) => {
    expect(convert(editor)).toMatchObject({ missing: [] });
  });

  it('lists the first 500 of 1,000 problems and counts the others', () => {
    const nodes = many(1_000, (id) => ({
      id,
      type: 'NoSuchClass',
      inputs: [{ name: 'a', link: 1 }],
    }));
    const { problems, missing } = convert({ nodes, links: [] });

    expect(problems).toHaveLength(501);
    expect(problems.at(-1)?.reason).toBe('500 further problems');
    expect(missing).toEqual([{ class: 'NoSuchClass', nodes: many(1_000, String) }]);
  });
});
