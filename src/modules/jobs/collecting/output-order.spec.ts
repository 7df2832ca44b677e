import type { NodeOutput } from '../../providers/public/node-access';
import { orderedOutputs } from './output-order';

type Folder = Extract<NodeOutput, { kind: 'file' }>['folderType'];

const file = (filename: string, folderType: Folder): NodeOutput => ({
  kind: 'file',
  nodeId: '1',
  index: 0,
  filename,
  subfolder: '',
  folderType,
});

const names = (...outputs: NodeOutput[]) =>
  orderedOutputs(outputs).map(({ output, position, isPreview }) =>
    [position, output.kind === 'file' ? output.filename : output.text, isPreview].join(' '),
  );

describe('orderedOutputs', () => {
  it('puts pictures, videos and sound first, then files, then texts', () => {
    const text: NodeOutput = { kind: 'text', nodeId: '2', index: 0, text: 'a fox' };
    const saved = ['a.txt', 'b.mp4', 'c.glb', 'd.png'].map((name) => file(name, 'output'));
    expect(names(text, ...saved)).toEqual([
      '0 b.mp4 false',
      '1 d.png false',
      '2 a.txt false',
      '3 c.glb false',
      '4 a fox false',
    ]);
  });

  it('puts previews last', () => {
    const text: NodeOutput = { kind: 'text', nodeId: '2', index: 0, text: 'a fox' };
    expect(names(file('a.png', 'temp'), file('b.flac', 'output'), text)).toEqual([
      '0 b.flac false',
      '1 a fox false',
      '2 a.png true',
    ]);
  });

  it.each([
    ['a.png', 'b.WEBP'],
    ['a.mp4', 'b.webm'],
    ['a.flac', 'b.mp3'],
    ['a.glb', 'b.latent'],
  ])('leaves out the preview %s beside the saved %s', (preview, saved) => {
    expect(names(file(preview, 'temp'), file(saved, 'output'))).toEqual([`0 ${saved} false`]);
  });

  it('counts input files that a node shows as previews', () => {
    expect(names(file('in.png', 'input'), file('out.png', 'output'))).toEqual(['0 out.png false']);
    expect(names(file('in.png', 'input'))).toEqual(['0 in.png true']);
  });
});
