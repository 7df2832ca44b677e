import { type InspectedPicture, warningsOfPictures } from './report-warnings';

const OPTIONS = { triggerWord: undefined, resolutions: [768, 1024] };
const SIZE = { width: 1024, height: 1024 };

/** Seven pictures without faults; each has a hash far from those of the others. */
const pictures = (...changes: Partial<InspectedPicture>[]): InspectedPicture[] =>
  Array.from({ length: 7 }, (_, n) => ({
    name: `${n}.png`,
    size: SIZE,
    likeness: { hash: [0x1111 * n, 0x1111 * n, 0x1111 * n, 0x1111 * n] as const },
    caption: '[trigger], a fox',
    ...changes[n],
  }));

const warnings = (
  list: readonly InspectedPicture[],
  options = OPTIONS as Parameters<typeof warningsOfPictures>[1],
) => warningsOfPictures(list, options).map(({ code, pictures: names }) => [code, ...names]);

describe('the warnings of a dataset', () => {
  it('are none for good pictures', () => {
    expect(warnings(pictures())).toEqual([]);
  });

  it.each<[string, Partial<InspectedPicture>[], string[][]]>([
    ['damaged files', [{ size: null }, { likeness: null }], [['unreadable', '0.png', '1.png']]],
    [
      'pictures smaller than the smallest resolution',
      [{ size: { width: 700, height: 842 } }, { size: { width: 700, height: 843 } }],
      [['small_pictures', '0.png']],
    ],
    [
      'shapes far from the others',
      [{ size: { width: 2100, height: 1000 } }, { size: { width: 1000, height: 2100 } }],
      [['mixed_shapes', '0.png', '1.png']],
    ],
    [
      'groups of pictures that look alike, if only through a third one',
      [
        { likeness: { hash: [0, 0, 0, 0] } },
        { likeness: { hash: [0xfff, 0, 0, 0] } },
        { likeness: { hash: [0x3f, 0, 0, 0] } },
        { likeness: { hash: null } },
        { likeness: { hash: null } },
      ],
      [['near_duplicates', '0.png', '1.png', '2.png']],
    ],
    [
      'captions that are missing or cannot be read',
      [{ caption: '' }, { caption: null }],
      [
        ['captions_missing', '0.png'],
        ['captions_unreadable', '1.png'],
      ],
    ],
    [
      'captions without the trigger that others have',
      [{ caption: 'a fox' }],
      [['trigger_missing', '0.png']],
    ],
    [
      'names that share a caption',
      [{ name: 'a.png' }, { name: 'a.jpg' }],
      [['shared_caption', 'a.png', 'a.jpg']],
    ],
  ])('name %s', (_, changes, expected) => {
    expect(warnings(pictures(...changes))).toEqual(expected);
  });

  it('look for the trigger word too, where it is known', () => {
    const list = pictures().map((picture, n) => ({ ...picture, caption: n ? 'fox' : 'fx_tok' }));
    expect(warnings(list)).toEqual([]);
    const [missing] = warnings(list, { ...OPTIONS, triggerWord: 'fx_tok' });
    expect(missing).toEqual(['trigger_missing', ...list.slice(1).map(({ name }) => name)]);
  });

  it('say that there are few pictures', () => {
    expect(warnings(pictures().slice(0, 4))).toEqual([['few_pictures']]);
  });
});
