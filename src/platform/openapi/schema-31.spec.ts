import { schema31 } from './schema-31';

const REF = { $ref: '#/components/schemas/Thing' };

describe('schema31', () => {
  it.each<[string, object, object]>([
    ['a type', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['not nullable', { type: 'string', nullable: false }, { type: 'string' }],
    [
      'a choice',
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['a reference', { ...REF, nullable: true }, { anyOf: [REF, { type: 'null' }] }],
    [
      'a described reference',
      { nullable: true, type: 'object', description: 'd', allOf: [REF] },
      { description: 'd', anyOf: [REF, { type: 'null' }] },
    ],
    ['alternatives', { oneOf: [REF], nullable: true }, { oneOf: [REF, { type: 'null' }] }],
    [
      'bounds',
      { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: false },
      { type: 'number', exclusiveMinimum: 0, maximum: 2 },
    ],
    ['examples', { type: 'string', example: 'x' }, { type: 'string', examples: ['x'] }],
    [
      'lists',
      { type: 'array', items: { type: 'string', nullable: true } },
      { type: 'array', items: { type: ['string', 'null'] } },
    ],
    [
      'a whole number without bounds',
      { type: 'integer', minimum: 0, nullable: true },
      { type: ['integer', 'null'], minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    ],
    [
      'an object with documented fields',
      { type: 'object', properties: {} },
      { type: 'object', properties: {}, additionalProperties: false },
    ],
    [
      'an object with other fields, too',
      { type: 'object', properties: {}, additionalProperties: true },
      { type: 'object', properties: {}, additionalProperties: true },
    ],
  ])('%s', (_, before, after) => {
    expect(schema31(before)).toEqual(after);
  });

  it('treats properties named like keywords as properties', () => {
    const names = [
      'nullable',
      'example',
      'minimum',
      'exclusiveMinimum',
      'enum',
      'default',
      'items',
    ];
    const properties = Object.fromEntries(
      names.map((name) => [name, { type: 'string', nullable: true }]),
    );
    expect(schema31({ type: 'object', properties })).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(names.map((name) => [name, { type: ['string', 'null'] }])),
    });
  });

  it('does not change examples and other data', () => {
    const data = { example: { nullable: true, example: 1 }, nullable: true };
    expect(schema31({ type: 'object', default: data, example: data })).toEqual({
      type: 'object',
      default: data,
      examples: [data],
    });
  });
});
