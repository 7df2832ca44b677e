import { fingerprint, type Ingredients, staleReasons } from './ingredients';

const TAKEN: Ingredients = {
  prompt: 'a keeper',
  cast: ['mara'],
  characters: { mara: 'f1' },
  aspect_ratio: '16:9',
  duration: 5,
  source_image: 'a.png',
  end_image: 'b.png',
};

describe('staleReasons', () => {
  it('are none while the shot would make the same', () => {
    expect(staleReasons(TAKEN, { ...TAKEN })).toEqual([]);
  });

  it.each<[string, Ingredients, readonly unknown[]]>([
    ['a prompt', { prompt: 'a gull' }, [{ what: 'prompt' }]],
    ['a picture', { source_image: 'c.png' }, [{ what: 'source_image' }]],
    ['a picture that is no longer selected', { end_image: null }, [{ what: 'end_image' }]],
    ['a length', { duration: 6 }, [{ what: 'duration' }]],
    ['a shape', { aspect_ratio: '9:16' }, [{ what: 'aspect_ratio' }]],
    [
      'a character',
      { characters: { mara: 'f2' } },
      [{ what: 'character', character: 'mara', why: "The character 'mara' has changed." }],
    ],
    [
      'a deleted character',
      { characters: { mara: null } },
      [{ what: 'character', why: "The character 'mara' no longer exists." }],
    ],
    ['the cast only once', { cast: ['tom'], characters: { tom: 'f3' } }, [{ what: 'cast' }]],
  ])('name %s that changed', (_, change, expected) => {
    const reasons = staleReasons(TAKEN, { ...TAKEN, ...change });
    expect(reasons).toEqual(
      expected.map((one) => expect.objectContaining(one as object) as unknown),
    );
  });

  it('ignore fields that the caller sent', () => {
    expect(staleReasons({ duration: 5 }, { ...TAKEN })).toEqual([]);
  });

  it('name changed lines and voices of speech', () => {
    const taken = { lines: 'l1', voices: { mara: 'v1', narrator: 'v2' } };
    expect(staleReasons(taken, { lines: 'l2', voices: { mara: 'v9', narrator: null } })).toEqual([
      { what: 'lines', why: 'The lines of the shot have changed.' },
      { what: 'voice', character: 'mara', why: "The voice of 'mara' has changed." },
      { what: 'voice', why: 'The voice of the narrator no longer exists.' },
    ]);
  });
});

describe('fingerprint', () => {
  it('ignores the order of keys', () => {
    expect(fingerprint({ a: 1, b: 2 })).toBe(fingerprint({ b: 2, a: 1 }));
    expect(fingerprint({ a: 1 })).not.toBe(fingerprint({ a: 2 }));
  });
});
