import { scopeFields, checkedValue } from './agent-options';
import { UsageError } from './command-failure';

describe('scopeFields', () => {
  it('contains only the options that were sent', () => {
    expect(scopeFields({})).toEqual({});
    expect(
      scopeFields({ admin: false, characters: 'mira, jo', workflows: '', maxConcurrent: '2' }),
    ).toEqual({
      is_admin: false,
      allowed_characters: ['mira', 'jo'],
      allowed_workflows: [],
      max_concurrent_jobs: 2,
    });
    expect(scopeFields({ maxConcurrent: '0' })).toEqual({ max_concurrent_jobs: null });
  });

  it.each([
    [{ workflows: ' ' }, "--workflows: Send ids with commas between them, or '' for every one."],
    [{ characters: '\t' }, '--characters: Send ids'],
    [
      { maxConcurrent: '-1' },
      '--max-concurrent: Send a whole number of at least 1, or 0 for no cap',
    ],
    [{ maxConcurrent: '1.5' }, '--max-concurrent: '],
    [{ maxConcurrent: '' }, '--max-concurrent: '],
  ])('refuses %j', (options, words) => {
    expect(() => scopeFields(options)).toThrow(UsageError);
    expect(() => scopeFields(options)).toThrow(words);
  });
});

describe('checkedValue', () => {
  it('refuses an option as a value', () => {
    expect(checkedValue('--workflows', 'a,-b')).toBe('a,-b');
    expect(checkedValue('--workflows', '')).toBe('');
    expect(() => checkedValue('--workflows', '--admin')).toThrow(
      '--workflows: Its value is missing',
    );
  });
});
