import type { ConfigService } from '../config/config.service';
import { ValidationFailed } from '../errors/validation-failed';
import { AnyObject, OptionalNestedArray, OptionalStr } from './body-fields';
import { RequestPipe } from './request-pipe';
import { MAX_ITEMS } from './screen';

class Leaf {
  @OptionalStr() text?: string;
}

class Body {
  @OptionalStr() text?: string;
  @OptionalNestedArray(() => Leaf) leaves?: Leaf[];
  @AnyObject() extra: Record<string, unknown>;
}

describe('values without end', () => {
  const limits = { array_items: 2_000, prompt_chars: 10 };
  const config = { current: () => ({ limits }) } as unknown as ConfigService;
  const faults = (body: string): unknown[] => {
    try {
      new RequestPipe(config).transform(JSON.parse(body), { type: 'body', metatype: Body });
      return [];
    } catch (fault) {
      if (fault instanceof ValidationFailed) return [...fault.items];
      throw fault;
    }
  };
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
    const dirty = Array.from({ length: MAX_ITEMS }, () => '"\\u0000"').join(',');
    expect(faults(`{"extra": {"a": [${dirty}], "b": ${deep}}}`)).toHaveLength(MAX_ITEMS);
  });

  it('do not hide other faults while they have an end', () => {
    expect(faults('{"text": 5, "__proto__": {"a": [1]}, "extra": {"n": 1e400}}')).toHaveLength(3);
  });
});
