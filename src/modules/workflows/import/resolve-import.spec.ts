import { ONE_PICTURE } from '../../../../test/support/editor-sample';
import { many } from '../../../../test/support/hostile-editor';
import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import { parseImportText } from './parse-import';
import { resolveImport, type Resolution } from './resolve-import';

const INFO = recordedObjectInfo();

const resolved = (file: unknown, infos: readonly ObjectInfo[]): Resolution => {
  const parsed = parseImportText('mine', JSON.stringify(file), null);
  if (parsed.kind !== 'graph') throw new Error(parsed.kind);
  return resolveImport(parsed.candidate, infos);
};

/** Each node follows its link through all the inputs of a bypassed node: about 100,000 units of work. */
const costly = (nodes: number) => ({
  nodes: [
    {
      id: 1,
      type: 'X',
      mode: 4,
      inputs: many(9_999, () => ({ name: 'i', type: 'AAAA', link: 5 })),
    },
    ...many(nodes, (id) => ({
      id: id + 2,
      type: 'SaveImage',
      inputs: [{ name: 'images', type: 'IMAGE', link: 1 }],
    })),
    { id: 4_999, type: 'Strange', inputs: [{ name: 'a', type: 'IMAGE', link: 1 }] },
  ],
  links: [[1, 1, 0, 2, 0, 'IMAGE']],
});

describe('files of the editor with several nodes', () => {
  const strange = { ...INFO, Strange: INFO['PreviewImage']! };

  it('are converted for the first node that has all classes', () => {
    const [image, save] = ONE_PICTURE.nodes;
    const file = { ...ONE_PICTURE, nodes: [{ ...image, type: 'Strange' }, save] };
    const described = { ...INFO, Strange: INFO['EmptyImage']! };
    expect(resolved(file, [INFO, described])).toMatchObject({ state: 'ready' });
    expect(resolved(file, [INFO])).toMatchObject({ missing: [{ class: 'Strange' }] });
  });

  it('are refused after the first node where they take too much work', () => {
    const unread = new Proxy(INFO, {
      get: () => {
        throw new Error('read');
      },
    });
    expect(resolved(costly(4_900), [strange, unread])).toMatchObject({
      state: 'broken',
      faults: expect.arrayContaining([
        expect.objectContaining({ reason: expect.stringContaining('too tangled') }),
      ]),
    });
  });

  it('take no more work for several nodes than for one', () => {
    expect(resolved(costly(150), [INFO, strange])).toMatchObject({
      state: 'needs_nodes',
      missing: [{ class: 'Strange' }],
    });
  });
});

it('reports the warnings of a file that cannot be converted, too', () => {
  const [, save] = ONE_PICTURE.nodes;
  expect(resolved({ ...ONE_PICTURE, nodes: [save] }, [INFO])).toMatchObject({
    state: 'broken',
    faults: [
      { path: ['nodes', 0], reason: expect.stringContaining('nothing feeds its required images') },
      {
        path: ['nodes', 0],
        reason: expect.stringMatching(
          /^node 2 .* perhaps the cause: a link comes from node 1, which/,
        ),
      },
    ],
  });
});
