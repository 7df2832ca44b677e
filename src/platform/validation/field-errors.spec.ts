import {
  Nested,
  NestedArray,
  OptionalAnyObject,
  OptionalOneOf,
  OptionalStr,
  ReadOnlyField,
  Str,
} from './body-fields';
import { validateObject } from './field-errors';

class Voice {
  @Str() voice_id: string;
  @OptionalStr() name?: string;
}

class Choir {
  @NestedArray(() => Voice) voices: Voice[];
}

class Parcel {
  @OptionalAnyObject({ acceptsUnknownFields: true }) extras?: object;
}

class Crate {
  @OptionalAnyObject({ acceptsUnknownFields: true }) values?: object;
  @OptionalAnyObject({ acceptsUnknownFields: true }) notes?: object;
  @OptionalOneOf(['soft', 'none']) padding?: string;
}

class Order {
  @Str() prompt: string;
  @Nested(() => Voice) mode: Voice;
  @ReadOnlyField() created_at?: string;
}

const itemsOf = (body: object, type: new () => object = Order): unknown[] =>
  validateObject({ ...body }, type, ['body'], { prompt_chars: 10 }).errors.map(({ loc, msg }) => [
    loc.join('.'),
    msg,
  ]);

describe('an object in validateObject', () => {
  it('is asked for with its required fields where something else was sent', () => {
    expect(itemsOf({ prompt: 'a', mode: 'x' })).toEqual([
      ['body.mode', 'Send an object with "voice_id".'],
    ]);
    expect(itemsOf({ voices: [{ voice_id: 'a' }, 'x'] }, Choir)).toEqual([
      ['body.voices.1', 'Send an object with "voice_id".'],
    ]);
  });
});

describe('unknown fields in validateObject', () => {
  it('lists the known fields of the same object and the most similar one', () => {
    expect(
      itemsOf({ prompt: 'a', promt: 'a', created_at: 'b', mode: { voice_id: 'c', x: 1 } }),
    ).toEqual([
      ['body.mode.x', 'Leave this field out: it is not known here. Known: name, voice_id.'],
      [
        'body.promt',
        'Did you mean prompt? If not, leave this field out: it is not known here. Known: mode, prompt.',
      ],
    ]);
  });

  it('names the field for other values if the class has one', () => {
    expect(itemsOf({ weight: 1, extras: { weight: 1 } }, Parcel)).toEqual([
      [
        'body.weight',
        'Leave this field out: it is not known here. Known: extras. Anything else goes into extras.',
      ],
    ]);
  });

  it('names every field for other values if the class has several', () => {
    expect(itemsOf({ weight: 1 }, Crate)).toEqual([
      [
        'body.weight',
        'Leave this field out: it is not known here. Known: notes, padding, values. Anything else goes into values or notes.',
      ],
    ]);
  });
});

describe('a choice in validateObject', () => {
  it.each([true, 5, 'sof'])('lists the words for %j', (padding) => {
    expect(itemsOf({ padding }, Crate)).toEqual([['body.padding', 'Send one of: soft, none.']]);
  });
});
