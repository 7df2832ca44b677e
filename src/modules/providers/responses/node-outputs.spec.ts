import { readOutputs } from './node-outputs';

describe('outputs of a misbehaving node', () => {
  it('are counted up to a thousand', () => {
    const images = Array.from({ length: 5_000 }, (_, n) => ({ filename: `${n}.png` }));
    const outputs = readOutputs({ a: { images }, b: { images } });
    expect(outputs).toHaveLength(1_000);
    expect(outputs[999]).toMatchObject({ nodeId: 'a', index: 999, filename: '999.png' });
  });

  it('are read up to a megabyte of text', () => {
    const [text] = readOutputs({ a: { text: ['x'.repeat(3_000_000)] } });
    expect(text).toMatchObject({ kind: 'text' });
    expect(text?.kind === 'text' && text.text.length).toBe(1_048_576);
  });
});
