import { editInProcess } from './caption-editor.service';
import { type CaptionEdit, editCaptions, MAX_CAPTION } from './edit-captions';

const NOTHING: CaptionEdit = { find: null, replace: '', regex: false, prefix: '', suffix: '' };

const edited = (text: string, edit: Partial<CaptionEdit>): string | undefined => {
  const result = editCaptions([{ name: 'a.png', text }], { ...NOTHING, ...edit });
  return 'changed' in result ? result.changed[0]?.text : result.message;
};

describe('an edit of captions', () => {
  it.each<[string, string, Partial<CaptionEdit>, string | undefined]>([
    ['replaces a text everywhere', 'a fox, a fox', { find: 'fox', replace: 'hen' }, 'a hen, a hen'],
    ['takes a text literally', 'a.c abc', { find: 'a.c', replace: '$1\\' }, '$1\\ abc'],
    ['leaves a caption without a match out', 'an owl', { find: 'fox', replace: 'x' }, undefined],
    ['trims the result', 'fox at night', { find: 'fox' }, 'at night'],
    [
      'replaces groups',
      'red coat, blue hat',
      { find: '(?P<colour>red|blue) (\\w+)', replace: '$2 in $<colour>$$ $& $9', regex: true },
      'coat in red$ red coat $9, hat in blue$ blue hat $9',
    ],
    ['replaces empty matches', 'ab', { find: 'x*', replace: '-', regex: true }, '-a-b-'],
    ['matches whole characters', '😀a', { find: '^.', replace: 'x', regex: true }, 'xa'],
    ['adds a prefix where it is missing', 'a fox', { prefix: '[trigger], ' }, '[trigger], a fox'],
    ['adds a prefix once', '[trigger], a fox', { prefix: '[trigger], ' }, undefined],
    ['adds a prefix once to an empty caption', '[trigger],', { prefix: '[trigger], ' }, undefined],
    ['adds a prefix before a word that begins with it', 'ax', { prefix: 'a ' }, 'a ax'],
    ['adds a suffix once', 'a photo', { suffix: ' photo' }, undefined],
    ['adds a suffix to an empty caption', '', { suffix: 'photo' }, 'photo'],
    [
      'refuses a pattern that RE2 has not',
      'aa',
      { find: '(a)\\1', regex: true },
      'Send a pattern of RE2: error parsing regexp: invalid escape sequence: `\\1`.',
    ],
  ])('%s', (_, text, edit, expected) => {
    expect(edited(text, edit)).toBe(expected);
  });

  it('refuses captions that get too long, without building them', () => {
    const text = 'a'.repeat(MAX_CAPTION);
    const message = expect.stringContaining('a.png would get longer');
    expect(edited(text, { prefix: 'b' })).toEqual(message);
    expect(edited(text, { find: 'a', replace: 'x'.repeat(2000) })).toEqual(message);
    const doubled = { find: '(a*)', replace: '$1'.repeat(1000), regex: true };
    expect(edited(text, doubled)).toEqual(message);
    expect(edited(`${text}bb`, { find: 'bb', replace: 'b' })).toBe(`${text}b`);
  });

  it('refuses captions that get too long together', () => {
    const captions = Array.from({ length: 60 }, (_, n) => ({ name: `${n}.png`, text: 'a' }));
    const edit = { ...NOTHING, suffix: 'b'.repeat(MAX_CAPTION - 1) };
    expect(editCaptions(captions, edit)).toMatchObject({
      field: 'find',
      message: expect.stringContaining('more than 1000000 characters'),
    });
  });

  it('is ended when it takes too long', async () => {
    const captions = Array.from({ length: 50 }, (_, n) => ({
      name: `${n}.png`,
      text: 'a'.repeat(MAX_CAPTION),
    }));
    const edit = { ...NOTHING, find: '((a?){30}){30}', replace: 'b', regex: true };
    expect(await editInProcess({ captions, edit }, 300)).toMatchObject({ field: 'find' });
  });

  it('runs in a process of its own', async () => {
    const edit = { ...NOTHING, find: 'fox', replace: 'hen' };
    const captions = [{ name: 'a.png', text: 'a fox' }];
    expect(await editInProcess({ captions, edit })).toEqual({
      changed: [{ name: 'a.png', text: 'a hen' }],
    });
  });

  it('is not called too costly when its process does not start', async () => {
    const options = process.execArgv;
    process.execArgv = ['--no-such-option'];
    try {
      await expect(editInProcess({ captions: [], edit: NOTHING })).rejects.toThrow('did not start');
    } finally {
      process.execArgv = options;
    }
  });
});
