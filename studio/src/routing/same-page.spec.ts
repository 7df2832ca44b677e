import { isSamePage } from './same-page';

describe('isSamePage', () => {
  const at = (address: string) => new URL(address, 'http://localhost');

  it.each([
    ['the lightbox opens', '/projects/a?about=true', '/projects/a?view=a.png&about=true', true],
    ['a comparison opens above it', '/x?view=a.png', '/x?view=a.png&compare=a.png%2Cb.png', true],
    ['a form to make something opens', '/characters', '/characters?new=true', true],
    ['another panel opens', '/projects/a?about=true', '/projects/a?shot=b', false],
    ['another page opens', '/characters/a', '/characters/b', false],
  ])('when %s', (_case, before, after, isSame) => {
    expect(isSamePage(at(before), at(after))).toBe(isSame);
    expect(isSamePage(at(after), at(before))).toBe(isSame);
  });
});
