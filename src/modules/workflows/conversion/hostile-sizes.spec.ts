import { convert, many, refusal } from '../../../../test/support/hostile-editor';
import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import { convertEditorWorkflow } from './convert-editor-workflow';

/** A picture and what saves it. */
const saved = [
  { id: 1, type: 'EmptyImage', widgets_values: [64, 64, 1, 0] },
  {
    id: 2,
    type: 'SaveImage',
    inputs: [{ name: 'images', type: 'IMAGE', link: 1 }],
    widgets_values: ['x'],
  },
];
const one = [[1, 1, 0, 2, 0, 'IMAGE']];

describe('files that need more work than their size suggests', () => {
  it('lists 500 of 600 warnings and counts the others in a warning', () => {
    const notes = many(600, (id) => ({ id: 100 + id, type: `Note${String(id)}` }));
    const { graph, problems, missing } = convert({ nodes: [...saved, ...notes], links: one });

    expect(Object.keys(graph ?? {})).toEqual(['1', '2']);
    expect(missing).toEqual([]);
    expect(problems).toHaveLength(501);
    expect(problems.every(({ severity }) => severity === 'warning')).toBe(true);
    expect(problems.at(-1)?.reason).toBe('100 further warnings');
  });

  it('lists errors before warnings', () => {
    const notes = many(600, (id) => ({ id: 100 + id, type: `Note${String(id)}` }));
    const unknown = { id: 9, type: 'NoSuchClass', inputs: [{ name: 'a', link: 1 }] };
    const { problems } = convert({ nodes: [...saved, ...notes, unknown], links: one });

    expect(problems).toHaveLength(501);
    expect(problems.at(-2)).toMatchObject({ code: 'unknown_class', node: '9' });
    expect(problems.at(-1)).toMatchObject({ severity: 'warning', reason: '101 further warnings' });
  });

  it('refuses too many inputs of a node', () => {
    const inputs = many(40_000, () => ({ name: 'images', link: 1 }));

    expect(convert({ nodes: [{ id: 2, type: 'SaveImage', inputs }], links: [] })).toEqual(
      refusal('node 2 has 40000 inputs, more than 10000'),
    );
  });

  it('refuses an input that lists a million links', () => {
    const inputs = [{ name: 'a', type: 'INT', linkIds: many(1_000_000, () => 1) }];
    const subgraphs = [{ id: 'x', inputs, nodes: [], links: [] }];

    expect(convert({ nodes: [], links: [], definitions: { subgraphs } })).toEqual(
      refusal('its subgraphs list 1000000 links, more than 100000'),
    );
  });

  it('an output of a subgraph that 100,000 links may come from, at 90,000 inputs', () => {
    const nodes = many(9, (id) => ({
      id,
      type: 'PreviewAny',
      inputs: many(10_000, (slot) => ({ name: `i${String(slot)}`, type: '*', link: 1 })),
    }));
    const inside = many(99_999, (id) => [id, 5, 0, 6, 0]);
    const subgraph = {
      id: 'x',
      outputs: [{ name: 'o', type: '*', linkIds: [] }],
      nodes: [{ id: 5, type: 'EmptyImage' }],
      links: inside,
    };
    const { problems } = convert({
      nodes: [...nodes, { id: 20, type: 'x' }],
      links: [[1, 20, 0, 1, 0]],
      definitions: { subgraphs: [subgraph] },
    });

    expect(problems.some(({ reason }) => reason.includes('is fed by nothing'))).toBe(true);
  });

  it('5,000 unknown nodes among 100,000 links', () => {
    const nodes = many(5_000, (id) => ({ id, type: 'NoSuchClass' }));
    const links = many(100_000, (id) => [id, 4_999, 0, 0, 0]);

    expect(convert({ nodes, links }).missing).toEqual([{ class: 'NoSuchClass', nodes: ['4999'] }]);
  });

  it.each([
    [
      'a long text in every instance',
      {
        nodes: many(3_000, (id) => ({ id, type: 'x' })),
        links: [],
        definitions: {
          subgraphs: [
            {
              id: 'x',
              nodes: [{ id: 1, type: 'PreviewAny', widgets_values: ['x'.repeat(100_000)] }],
            },
          ],
        },
      },
    ],
    [
      'long ids, sixty deep in each other',
      {
        nodes: [{ id: 'i'.repeat(400), type: 's0' }],
        links: [],
        definitions: {
          subgraphs: many(61, (depth) => ({
            id: `s${String(depth)}`,
            nodes: many(depth < 60 ? 1 : 4_800, (id) => ({
              id: 'i'.repeat(400) + String(id),
              type: `s${String(depth + 1)}`,
            })),
          })),
        },
      },
    ],
    [
      'a primitive that feeds a long text to every node',
      {
        nodes: [
          { id: 1, type: 'PrimitiveNode', widgets_values: ['x'.repeat(100_000)] },
          ...many(3_000, (id) => ({
            id: id + 2,
            type: 'CLIPTextEncode',
            inputs: [{ name: 'text', type: 'STRING', widget: { name: 'text' }, link: 1 }],
          })),
        ],
        links: [[1, 1, 0, 2, 0]],
      },
    ],
    [
      'a bypassed node with thousands of inputs, in front of thousands of nodes',
      {
        nodes: [
          {
            id: 1,
            type: 'X',
            mode: 4,
            inputs: many(9_999, () => ({ name: 'i', type: 'AAAA', link: 5 })),
          },
          ...many(4_900, (id) => ({
            id: id + 2,
            type: 'SaveImage',
            inputs: [{ name: 'images', type: 'IMAGE', link: 1 }],
          })),
        ],
        links: [[1, 1, 0, 2, 0]],
      },
    ],
  ])('refuses %s', (_, editor) => {
    const { graph, problems } = convert(editor);

    expect(graph).toBeNull();
    expect(problems.at(-1)?.reason).toMatch(/too tangled to follow/);
  });

  it('keeps a text of unclosed comments', () => {
    const text = '/* '.repeat(1_000_000);
    const { graph } = convert({
      nodes: [{ id: 1, type: 'CLIPTextEncode', widgets_values: [text] }],
    });

    expect(graph?.['1']?.inputs['text']).toBe(text);
  });

  it('refuses six thousand values that fit none of as many inputs', () => {
    const required = Object.fromEntries(many(6_000, (at) => [`w${String(at)}`, ['INT', {}]]));
    const info = recordedObjectInfo();
    const wide = { ...info['SaveImage'], input: { required }, input_order: undefined };
    const nodes = [{ id: 1, type: 'Wide', widgets_values: many(6_000, () => 'x') }];
    const { problems } = convertEditorWorkflow({ nodes, links: [] }, {
      ...info,
      Wide: wide,
    } as unknown as typeof info);

    expect(problems).toMatchObject([
      { severity: 'error', reason: 'a node has 6000 values, too many to line up' },
    ]);
  });
});
