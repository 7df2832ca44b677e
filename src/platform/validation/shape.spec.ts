import { Nested, OptionalAnyObject, OptionalStr, ReadOnlyField, Str } from './body-fields';
import { shapeFaults } from './shape';

class Voice {
  @Str() voice_id: string;
  @OptionalStr() name?: string;
}

class Parcel {
  @OptionalAnyObject({ takesOthers: true }) extras?: object;
}

class Order {
  @Str() prompt: string;
  @Nested(() => Voice) mode: Voice;
  @ReadOnlyField() created_at?: string;
}

const told = (body: object, type: new () => object = Order): unknown[] =>
  shapeFaults({ ...body }, type, ['body'], { prompt_chars: 10 }).map(({ loc, msg }) => [
    loc.join('.'),
    msg,
  ]);

describe('shapeFaults', () => {
  it('names the fields that there are beside an unknown one, at its depth, and the one that looks like it', () => {
    expect(told({ promt: 'a', created_at: 'b', mode: { voice_id: 'c', x: 1 } })).toEqual([
      [
        'body.promt',
        'Did you mean prompt? If not, leave this field out: it is not known here. Known: mode, prompt.',
      ],
      ['body.mode.x', 'Leave this field out: it is not known here. Known: name, voice_id.'],
    ]);
  });

  it('says where anything else goes, if there is such a place', () => {
    expect(told({ weight: 1, extras: { weight: 1 } }, Parcel)).toEqual([
      [
        'body.weight',
        'Leave this field out: it is not known here. Known: extras. Anything else goes into extras.',
      ],
    ]);
  });
});
