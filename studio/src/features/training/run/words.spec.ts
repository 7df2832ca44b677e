import { runWords } from './words';

const { isPublished, notOn } = runWords.checkpoints;

describe('the message about a LoRA that was published', () => {
  it.each([
    [[], 'fox is published'],
    [
      [notOn(['Attic'])],
      'fox is published. Attic doesn’t list it: its LoRA folder is another one.',
    ],
    [
      [notOn(['Attic', 'Cellar']), 'There may be too little disk space.'],
      'fox is published. Attic and Cellar don’t list it: their LoRA folders are other ones. There may be too little disk space.',
    ],
  ])('says once that it is, and what is wrong: %j', (problems, text) => {
    expect(isPublished('fox', problems)).toBe(text);
  });
});
