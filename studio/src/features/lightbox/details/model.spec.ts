import { loraText, modelName, stepsText, withTags } from './model';

describe('details of media', () => {
  it.each([
    ['sd_xl_base_1.0.safetensors', 'sd_xl_base_1.0'],
    ['flux/dev\\flux1-dev.gguf', 'flux1-dev'],
    ['no-ending', 'no-ending'],
  ])('names the model file %s %s', (file, name) => {
    expect(modelName(file)).toBe(name);
  });

  it.each([
    [{ steps: 25, sampler: 'dpmpp_2m', scheduler: 'karras' }, '25 · dpmpp_2m / karras'],
    [{ steps_high: 10, steps_low: 12, sampler: 'euler' }, '10 + 12 · euler'],
    [{ sampler: 'euler' }, 'euler'],
    [{ cfg: 4 }, undefined],
    [null, undefined],
  ])('writes the steps of %o as %s', (settings, text) => {
    expect(stepsText(settings)).toBe(text);
  });

  it.each([
    [{ lora_checkpoint: 'grain.safetensors', lora_strength: 0.6 }, 'grain 0.6'],
    [{ loras: [{ name: 'ink.safetensors', strength: 1 }] }, 'grain'],
    [{ characters: { loras: [{ name: 'grain.safetensors', strength: 0.85 }] } }, 'grain 0.85'],
    [
      {
        loras: [
          { name: 'grain.safetensors', strength: 0.3, target: 'high' },
          { name: 'grain.safetensors', strength: 0.5, target: 'low' },
        ],
      },
      'grain 0.3 + 0.5',
    ],
    [null, 'grain'],
  ])('writes a LoRA with its strengths in %o as %s', (settings, text) => {
    expect(loraText('grain.safetensors', settings)).toBe(text);
  });

  it('adds tags that commas separate, each once', () => {
    expect(withTags(['fox'], ' snow, fox ,,best')).toEqual(['fox', 'snow', 'best']);
  });
});
