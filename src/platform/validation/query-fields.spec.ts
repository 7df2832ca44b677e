import { errorsOf, pipe, runPipe as run } from '../../../test/support/request-pipe';
import { AllowUnknownParameters } from './field';
import { QueryCsv, QueryFlag, QueryInt, QueryNum, QueryOneOf, QueryStr } from './query-fields';

class Filter {
  @QueryInt({ min: 1, max: 200 }) limit?: number;
  @QueryNum({ min: 0, max: 5 }) seconds?: number;
  @QueryFlag() facets?: boolean;
  @QueryStr({ max: 5 }) q?: string;
  @QueryOneOf([256, 512]) thumbnail?: number;
  @QueryCsv({ oneOf: ['queued', 'running'] }) status?: string[];
  @QueryStr({ required: true }) need: string;
}

@AllowUnknownParameters()
class OpenFilter {
  @QueryInt() limit?: number;
}

describe('RequestPipe on queries and paths', () => {
  const queryErrors = (query: Record<string, unknown>) =>
    errorsOf(() => run({ need: 'x', ...query }, 'query', Filter));

  it.each<[string, Record<string, unknown>, unknown[]]>([
    ['empty', { limit: '' }, [['query.limit', 'int_type']]],
    ['no number', { limit: 'abc' }, [['query.limit', 'int_type']]],
    ['an exponent', { limit: '1e2' }, [['query.limit', 'int_type']]],
    ['a space', { limit: ' 5' }, [['query.limit', 'int_type']]],
    ['a sign', { limit: '+5' }, [['query.limit', 'int_type']]],
    ['a leading zero', { limit: '05' }, [['query.limit', 'int_type']]],
    ['hexadecimal', { limit: '0x10' }, [['query.limit', 'int_type']]],
    ['a fraction', { limit: '5.0' }, [['query.limit', 'int_type']]],
    ['twice', { limit: ['5', '6'] }, [['query.limit', 'int_type']]],
    ['too small', { limit: '0' }, [['query.limit', 'greater_than_equal', { ge: 1 }]]],
    ['huge', { limit: '9'.repeat(400) }, [['query.limit', 'less_than_equal', { le: 200 }]]],
    ['a decimal number with an exponent', { seconds: '1e0' }, [['query.seconds', 'float_type']]],
    ['a decimal point without digits', { seconds: '1.' }, [['query.seconds', 'float_type']]],
    [
      'a large number',
      { seconds: '9'.repeat(400) },
      [['query.seconds', 'less_than_equal', { le: 5 }]],
    ],
    ['a decimal number twice', { seconds: ['1', '2'] }, [['query.seconds', 'float_type']]],
    [
      'a decimal number too large',
      { seconds: '5.01' },
      [['query.seconds', 'less_than_equal', { le: 5 }]],
    ],
    ['a flag of numbers', { facets: '1' }, [['query.facets', 'bool_type']]],
    ['a flag without a value', { facets: '' }, [['query.facets', 'bool_type']]],
    ['a flag twice', { facets: ['true', 'true'] }, [['query.facets', 'bool_type']]],
    ['long text', { q: 'abcdef' }, [['query.q', 'string_too_long', { max_length: 5 }]]],
    ['text twice', { q: ['a', 'b'] }, [['query.q', 'string_type']]],
    ['NUL', { q: 'a\0' }, [['query.q', 'value_error']]],
    ['no choice', { thumbnail: '300' }, [['query.thumbnail', 'enum', { expected: [256, 512] }]]],
    ['a choice twice', { thumbnail: ['256', '256'] }, [['query.thumbnail', 'enum']]],
    [
      'a wrong word',
      { status: 'queued,odd' },
      [['query.status.1', 'enum', { expected: ['queued', 'running'] }]],
    ],
    ['words twice', { status: ['queued', 'running'] }, [['query.status', 'string_type']]],
    [
      'unknown parameters',
      { limits: '5', toString: 'y' },
      [
        ['query.limits', 'extra_forbidden'],
        ['query.toString', 'extra_forbidden'],
      ],
    ],
    [
      'an unknown parameter beside a wrong value',
      { limit: '0', limits: '5' },
      [
        ['query.limit', 'greater_than_equal', { ge: 1 }],
        ['query.limits', 'extra_forbidden'],
      ],
    ],
  ])('%s', (_, query, expected) => {
    expect(queryErrors(query)).toEqual(expected);
  });

  it('names a missing parameter', () => {
    expect(errorsOf(() => run({}, 'query', Filter))).toEqual([['query.need', 'missing']]);
  });

  it('turns text into its types', () => {
    const sent = {
      limit: '20',
      facets: 'false',
      q: '',
      thumbnail: '512',
      status: 'queued,running,',
      need: 'n',
    };
    expect(run(sent, 'query', Filter)).toEqual({
      limit: 20,
      facets: false,
      q: '',
      thumbnail: 512,
      status: ['queued', 'running'],
      need: 'n',
    });
  });

  it('suggests the nearest known parameter and lists the others', () => {
    expect(() => run({ need: 'x', facet: 'true' }, 'query', Filter)).toThrow(
      expect.objectContaining({
        errors: [
          expect.objectContaining({
            msg: 'Did you mean facets? If not, leave this parameter out: it is not known here. Known: facets, limit, need, q, seconds, status, thumbnail.',
          }),
        ],
      }),
    );
  });

  it.each(['search', 'query'])('suggests q for %s', (name) => {
    expect(() => run({ need: 'x', [name]: 'fox' }, 'query', Filter)).toThrow(
      expect.objectContaining({
        errors: [expect.objectContaining({ msg: expect.stringMatching(/^Did you mean q\? /) })],
      }),
    );
  });

  it('ignores unknown parameters where the class allows them', () => {
    expect(run({ limit: '5', utm_source: 'x' }, 'query', OpenFilter)).toEqual({ limit: 5 });
  });

  it('checks single parameters', () => {
    const single = (value: unknown) =>
      pipe.transform(value, { type: 'param', metatype: String, data: 'id' });
    expect(single('abc')).toBe('abc');
    expect(errorsOf(() => single('a\0'))).toEqual([['path.id', 'value_error']]);
    expect(errorsOf(() => single(['a', 'b']))).toEqual([['path.id', 'string_type']]);
  });

  it('leaves custom parameters alone', () => {
    const caller = { any: 'thing' };
    expect(pipe.transform(caller, { type: 'custom' })).toBe(caller);
  });
});
