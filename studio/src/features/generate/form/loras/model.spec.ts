import { displayName, loraOptions, startStrength } from './model';

const lora = (name: string, fields = {}) => ({
  name,
  title: null,
  triggers: [],
  base_model: null,
  on: [],
  preview: null,
  recommended_strength: null,
  last_used_at: null,
  ...fields,
});

describe('choosing LoRAs', () => {
  it('offers the one used last first, then by name, without those chosen', () => {
    const described = [
      lora('b.safetensors', { last_used_at: '2026-03-01T00:00:00Z', title: 'Bold' }),
      lora('mira.safetensors', { triggers: ['mira', 'red hair'], base_model: 'sdxl' }),
    ];
    const options = loraOptions(['c.pt', 'a.safetensors', 'taken.pt'], described, [
      { name: 'taken.pt' },
    ]);
    expect(options).toEqual([
      { value: 'b.safetensors', label: 'Bold', words: '' },
      { value: 'a.safetensors', label: 'a' },
      { value: 'c.pt', label: 'c' },
      {
        value: 'mira.safetensors',
        label: 'mira',
        hint: 'sdxl · mira, red hair',
        words: 'mira red hair',
      },
    ]);
  });

  it.each([
    ['styles/ink.safetensors', 'styles/ink'],
    ['latest', 'latest'],
    ['a.b.PT', 'a.b'],
  ])('shows %s as %s', (file, name) => expect(displayName(file)).toBe(name));

  it('begins with the recommended strength', () => {
    expect(startStrength(lora('a', { recommended_strength: 0.7 }))).toBe(0.7);
    expect(startStrength(undefined)).toBe(1);
  });
});
