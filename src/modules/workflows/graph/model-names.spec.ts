import { nearestModels, spellModel } from './model-names';

describe('spellModel', () => {
  it.each<[string, string, readonly string[], string | null]>([
    ['the very name', 'a.sft', ['A.sft', 'a.sft'], 'a.sft'],
    ['slashes of a Windows node', 'flux/a.sft', ['flux\\a.sft'], 'flux\\a.sft'],
    ['slashes of a Linux node', 'flux\\a.sft', ['flux/a.sft'], 'flux/a.sft'],
    ['case', 'A.sft', ['b.sft', 'a.SFT'], 'a.SFT'],
    ['a sub-folder', 'a.sft', ['x/y/a.sft', 'xa.sft'], 'x/y/a.sft'],
    ['a longer path', 'y/a.sft', ['x\\Y\\a.sft', 'y2/a.sft'], 'x\\Y\\a.sft'],
    ['two that could be meant', 'a.sft', ['x/a.sft', 'y/a.sft'], null],
    ['two that differ in case', 'a.sft', ['A.sft', 'a.SFT'], null],
    ['another folder than asked for', 'x/a.sft', ['y/a.sft', 'a.sft'], null],
    ['none', 'a.sft', [], null],
  ])('%s', (_, wanted, offered, spelled) => {
    expect(spellModel(wanted, offered)).toBe(spelled);
  });
});

describe('nearestModels', () => {
  it('gives similar names, best first, and at most three', () => {
    const offered = [
      'ae.safetensors',
      'FLUX/flux1-schnell.safetensors',
      'flux1-dev-fp8.safetensors',
      'flux1-dev-Q8_0.gguf',
      'flux-dev-kontext.safetensors',
      'v1-5-pruned.safetensors',
    ];
    expect(nearestModels('flux1-dev.safetensors', offered)).toEqual([
      'flux1-dev-fp8.safetensors',
      'flux1-dev-Q8_0.gguf',
      'flux-dev-kontext.safetensors',
    ]);
    expect(nearestModels('sd_xl_base_1.0.safetensors', offered)).toEqual([]);
    expect(nearestModels('', ['', '.safetensors'])).toEqual([]);
  });
});
