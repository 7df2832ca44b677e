import { characterPrompt } from './character-prompt';

const character = (trigger: string, base_prompt = '') => ({ trigger, base_prompt });

describe('characterPrompt', () => {
  it.each([
    ['nothing without characters', 'a fox', [], 'a fox'],
    ['a missing trigger', 'a fox', [character('mara_tok')], 'mara_tok, a fox'],
    ['nothing for the trigger in another case', 'Mara_Tok, a fox', [character('mara_tok')], null],
    ['nothing for a trigger beside punctuation', '(mara_tok:1.2)', [character('mara_tok')], null],
    ['a trigger that is part of a longer word', 'maratok2', [character('maratok')], undefined],
    ['a trigger before a combining mark', 'zoe\u0323 at sea', [character('zoe')], undefined],
    ['a trigger of several words', 'the old sea dog', [character('sea dog')], null],
    [
      'trigger and base prompt, character by character',
      'a fox',
      [character('a_tok', 'tall'), character('b_tok', 'short')],
      'a_tok, tall, b_tok, short, a fox',
    ],
    [
      'a base prompt that has the trigger',
      'a fox',
      [character('m', 'm in red')],
      'm in red, a fox',
    ],
    [
      'nothing for a base prompt that is there',
      'M IN RED, a fox',
      [character('m', 'm in red')],
      null,
    ],
    [
      'a trigger that two characters share once',
      'a fox',
      [character('t'), character('t')],
      't, a fox',
    ],
  ])('adds %s', (_, prompt, characters, expected) => {
    const added = `${characters[0]?.trigger ?? ''}, ${prompt}`;
    const wanted = expected === null ? prompt : (expected ?? added);
    expect(characterPrompt(prompt, characters)).toBe(wanted);
  });

  it('looks for a long base prompt in a long prompt that repeats itself without hanging', () => {
    const letter = '\ufdfa';
    const base = `${letter.repeat(2_400)}a${letter.repeat(2_590)}`;
    const prompt = letter.repeat(19_990);
    const characters = Array.from({ length: 16 }, () => character('', base));
    const added = Array.from({ length: 16 }, () => base);
    expect(characterPrompt(prompt, characters)).toBe([...added, prompt].join(', '));
  });
});
