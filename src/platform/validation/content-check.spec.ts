import type { ConfigService } from '../config/config.service';
import { ValidationFailed } from '../errors/validation-failed';
import { AnyObject, OptionalAnyObject, OptionalNestedArray, OptionalStr } from './body-fields';
import { RequestPipe } from './request-pipe';
import { MAX_ERRORS } from './content-check';

class Leaf {
  @OptionalStr() text?: string;
}

class Body {
  @OptionalStr() text?: string;
  @OptionalNestedArray(() => Leaf) leaves?: Leaf[];
  @AnyObject() extra: Record<string, unknown>;
  @OptionalAnyObject({ maxListItems: 3_000 }) graph?: Record<string, unknown>;
}

describe('values without end', () => {
  const limits = { array_items: 2_000, prompt_chars: 10 };
  const config = { current: () => ({ limits }) } as unknown as ConfigService;
  const faults = (body: string): unknown[] => {
    try {
      new RequestPipe(config).transform(JSON.parse(body), { type: 'body', metatype: Body });
      return [];
    } catch (fault) {
      if (fault instanceof ValidationFailed) return [...fault.errors];
      throw fault;
    }
  };
  it('a field may have a limit of its own, which holds below it alone', () => {
    const links = (count: number): unknown => ({ links: Array.from({ length: count }, () => 1) });
    const sent = (body: unknown): unknown[] => faults(JSON.stringify(body));
    expect(sent({ extra: {}, graph: links(3_000) })).toEqual([]);
    expect(sent({ extra: {}, graph: links(3_001) })).toMatchObject([
      { loc: ['body', 'graph', 'links'], ctx: { max_items: 3_000 } },
    ]);
    expect(sent({ extra: links(2_001) })).toMatchObject([{ ctx: { max_items: 2_000 } }]);
    expect(sent({ extra: { graph: links(2_001) } })).toMatchObject([{ ctx: { max_items: 2_000 } }]);
  });

  const deep = '['.repeat(50_000) + ']'.repeat(50_000);

  it.each(['text', 'leaves', 'extra', 'unknown', '__proto__', 'constructor', 'a\0'])(
    'are refused below %j, and nobody falls into them',
    (key) => {
      const member = `${JSON.stringify(key)}: ${deep}`;
      for (const body of [`{${member}}`, `{"extra": {${member}}}`, `{"leaves": [{${member}}]}`])
        expect(faults(body)).toHaveLength(1);
    },
  );

  it('are refused behind a thousand faults, too', () => {
    const dirty = Array.from({ length: MAX_ERRORS }, () => '"\\u0000"').join(',');
    expect(faults(`{"extra": {"a": [${dirty}], "b": ${deep}}}`)).toHaveLength(MAX_ERRORS);
  });

  it('end the check once the paths of the faults are long', () => {
    const items = Array.from({ length: 990 }, () => '1e99').join(',');
    const nested = Array.from({ length: 10 }, (_, n) => `{"${n}${'k'.repeat(990)}":`).join('');
    const found = faults(`{"extra": ${nested}[${items}]${'}'.repeat(11)}`);
    expect(found.length).toBeGreaterThan(0);
    expect(JSON.stringify(found).length).toBeLessThan(100_000);
  });

  it('are refused in objects, too', () => {
    const fields = (count: number): string =>
      `{${Array.from({ length: count }, (_, n) => `"f${n}": 1`).join(',')}}`;
    expect(faults(`{"extra": ${fields(10_000)}}`)).toEqual([]);
    expect(faults(`{"extra": {"a": ${fields(10_001)}}}`)).toMatchObject([
      { loc: ['body', 'extra', 'a'], msg: 'Send at most 10000 fields.' },
    ]);
    expect(faults(fields(10_001))).toMatchObject([{ loc: ['body'] }]);
  });

  it('do not hide other faults while they have an end', () => {
    expect(faults('{"text": 5, "__proto__": {"a": [1]}, "extra": {"n": 1e400}}')).toHaveLength(3);
  });

  it('below a key that is too long are refused without repeating the key', () => {
    const key = 'k'.repeat(1_000_000);
    const unclean = Object.fromEntries(Array.from({ length: 999 }, (_, n) => [`a${n}`, '\0']));
    const errors = faults(JSON.stringify({ extra: { [key]: unclean } }));
    expect(errors).toEqual([
      { loc: ['body', 'extra'], msg: 'Use keys of at most 1000 characters.', type: 'value_error' },
    ]);
  });
});
