import type { CharacterLora } from '../../characters/public/character-reader';
import { boundLoras, boundTrigger } from './character-loras';

const lora = (name: string, workflow = 'w'): CharacterLora => ({
  workflow,
  name,
  strength: 1,
  base_model: null,
  target: 'both',
});
const binding = (...files: string[]) => ({
  lora: { files, base_model: 'Z-Image' },
  strength: 0.8,
  workflow: 'w',
  outdated: new Set(['v1', 'v2']),
});

describe('a LoRA that a character gets', () => {
  it('replaces earlier ones for the workflow, and keeps all others', () => {
    const before = [lora('style'), lora('v1'), lora('v1', 'elsewhere')];
    expect(boundLoras(before, binding('v2'))).toEqual({
      loras: [
        lora('style'),
        lora('v1', 'elsewhere'),
        { ...lora('v2'), strength: 0.8, base_model: 'Z-Image' },
      ],
      replaced: [lora('v1')],
    });
  });

  it('changes its strength when the character has it already', () => {
    expect(boundLoras([lora('v2')], binding('v2'))).toMatchObject({
      loras: [{ name: 'v2', strength: 0.8 }],
      replaced: [],
    });
  });

  it('goes to both experts when it is a pair', () => {
    expect(boundLoras([], binding('h', 'l')).loras).toMatchObject([
      { name: 'h', target: 'high' },
      { name: 'l', target: 'low' },
    ]);
  });

  it.each([
    ['', 'mara_tok', 'mara_tok'],
    ['a woman', 'mara_tok', 'a woman, mara_tok'],
    ['Mara_tok woman', 'mara_tok', 'Mara_tok woman'],
    ['joann', 'ann', 'joann, ann'],
  ])('makes of the trigger %j with %j %j', (before, word, after) => {
    expect(boundTrigger(before, word)).toBe(after);
  });
});
