import { findModel } from './model-search';

const OFFERED = ['mara.safetensors', 'styles\\Ink.safetensors', 'sd_xl_base_1.0.safetensors'];

describe('findModel', () => {
  it.each([
    ['mara.safetensors', 'mara.safetensors'],
    ['mara', 'mara.safetensors'],
    ['styles/Ink.safetensors', 'styles\\Ink.safetensors'],
    ['styles/ink', 'styles\\Ink.safetensors'],
  ])('finds %s', (wanted, found) => {
    expect(findModel(wanted, OFFERED)).toEqual({ file: found });
  });

  it('says what looks most like a name that the node hasn’t got', () => {
    expect(findModel('sd_xl_base.safetensors', OFFERED)).toEqual({
      file: null,
      nearest: ['sd_xl_base_1.0.safetensors'],
    });
    expect(findModel('', [])).toEqual({ file: null, nearest: [] });
  });
});
