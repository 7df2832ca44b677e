import { readOutputs } from './node-outputs';

describe('outputs of a misbehaving node', () => {
  it('are counted up to a thousand', () => {
    const images = Array.from({ length: 5_000 }, (_, n) => ({ filename: `${n}.png` }));
    const { outputs, omittedOutputs } = readOutputs({ a: { images }, b: { images } });
    expect(outputs).toHaveLength(1_000);
    expect(omittedOutputs).toBe(9_000);
    expect(outputs[999]).toMatchObject({ nodeId: 'a', index: 999, filename: '999.png' });
  });

  it('are only counted beyond a thousand, because comparing a million would take seconds', () => {
    const images = Array.from({ length: 5_000 }, (_, n) => ({ filename: `${n}.png` }));
    const compared = jest.spyOn(JSON, 'stringify');
    const { omittedOutputs } = readOutputs({ a: { images: [...images, {}, ...images] } });
    expect(compared).toHaveBeenCalledTimes(1_000);
    compared.mockRestore();
    expect(omittedOutputs).toBe(9_000);
  });

  it('are not files when their names are longer than any file system allows', () => {
    const images = [{ filename: `${'x'.repeat(300)}.png` }, { filename: 'a.png' }];
    const named = { a: { images }, ['n'.repeat(300)]: { images } };
    expect(readOutputs(named).outputs).toMatchObject([{ nodeId: 'a', filename: 'a.png' }]);
  });

  it('are read up to a megabyte of text', () => {
    const { outputs } = readOutputs({ a: { text: ['x', 'y'.repeat(3_000_000), 'z'] } });
    const texts = outputs.map((output) => (output.kind === 'text' ? output.text : ''));
    expect(texts[0]).toBe('x');
    expect(texts[1]).toBe(`${'y'.repeat(1_048_575)}… (cut: 3000000 characters)`);
    expect(texts[2]).toBe('… (cut: 1 characters)');
  });
});

describe('outputs that are not pictures', () => {
  it('are read under the keys of ComfyUI 0.33.0: files, latents and 3D models as files, text as text', () => {
    const file = (filename: string) => ({ filename, subfolder: '', type: 'output' });
    const { outputs } = readOutputs({
      text: { text: ['a fox'], files: [file('a_00001.txt')] },
      latent: { latents: [file('a_00001_.latent')] },
      mesh: { '3d': [file('a_00001_.glb')] },
      preview: { result: ['models/shown.glb', { zoom: 1 }, 'temp/background.png'] },
      video: { images: [file('a.mp4')], animated: [true] },
    });
    expect(
      outputs.map((output) => (output.kind === 'text' ? output.text : output.filename)),
    ).toEqual(['a fox', 'a_00001.txt', 'a_00001_.latent', 'a_00001_.glb', 'shown.glb', 'a.mp4']);
    expect(outputs[4]).toMatchObject({ subfolder: 'models', folderType: 'output' });
  });

  it('are the same whether a node names a 3D model in a text or in an item', () => {
    const read = (item: unknown) => readOutputs({ 9: { result: [item, null] } }).outputs;
    const item = { filename: '3d/a.glb', subfolder: '', type: 'output', mediaType: '3d' };
    const saved = [{ filename: 'a.glb', subfolder: '3d', folderType: 'output' }];
    expect(read('3d/a.glb')).toMatchObject(saved);
    expect(read(item)).toMatchObject(saved);
    const shown = `preview_splat_${'0a'.repeat(16)}.ply`;
    expect(read(shown)).toMatchObject([{ filename: shown, subfolder: '', folderType: 'temp' }]);
  });
});
