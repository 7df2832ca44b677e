import { problemOf } from './problem';

const answer = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

describe('problemOf', () => {
  it.each([
    ['GET /api/characters', undefined],
    ['GET /api/workflows; this key may use: sdxl-t2i.', 'This key may use: sdxl-t2i.'],
    ['send the same request again', 'Send the same request again'],
    [undefined, undefined],
  ])('leaves of the hint %j what people can use', (hint, expected) => {
    expect(problemOf(answer('It is gone.', { hint })).advice).toBe(expected);
  });

  it.each([
    ['The node is away.', 'The node is away.'],
    ['No voice is set for Mara. Set one that GET /api/voices lists.', 'No voice is set for Mara.'],
    ['GET /api/jobs lists yours. Choose one', 'Choose one'],
    ['POST /api/characters makes one.', 'Something went wrong. Try again.'],
    ['It took 1.5 s. Send less.', 'It took 1.5 s. Send less.'],
    ['Send at least 1 character.', 'This can’t be empty.'],
    ['Send at least 16 characters.', 'Send at least 16 characters.'],
  ])('leaves of the message %j what people can use', (message, title) => {
    expect(problemOf(answer(message))).toEqual({ title, isMissing: false });
  });

  it('says what is missing in words of its own', () => {
    const error = answer('There is no character with this id. POST /api/characters makes one.', {
      code: 'character_not_found',
      hint: 'GET /api/characters',
    });
    expect(problemOf(error)).toEqual({
      title: 'There is no such character',
      advice: 'It was deleted, or its address is misspelt.',
      isMissing: true,
    });
  });

  it('keeps what the API knows of a missing thing', () => {
    const error = answer('The character ‘mara’ in the cast doesn’t exist any more. PATCH /api/a.', {
      code: 'character_not_found',
    });
    expect(problemOf(error)).toEqual({
      title: 'The character ‘mara’ in the cast doesn’t exist any more.',
      isMissing: false,
    });
  });

  it('has words for what is not an error', () => {
    expect(problemOf('broken').title).toBe('Something went wrong. Try again.');
  });
});
