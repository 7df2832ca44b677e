import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { ChosenShot } from './bulk-choice';
import { refuse, refusedTakes, type TakeRefusal } from './take-refusals';

const take = { shot: { shot: { id: 'sht_1' } }, kind: 'image' } as ChosenShot;
const refusalAt = (...path: string[]): TakeRefusal => ({
  take,
  error: ValidationFailed.at(['body', ...path], 'Send at most 60.'),
});
const errorsOf = (refusals: readonly TakeRefusal[], verb: 'generate' | 'regenerate') => {
  try {
    refuse(refusals, verb);
    return [];
  } catch (error) {
    return (error as ValidationFailed).errors;
  }
};

describe('refusals of takes', () => {
  it('have the location in the body of generate', () => {
    const refusals = [refusalAt('steps'), refusalAt('workflow'), refusalAt('steps')];
    expect(errorsOf(refusals, 'generate')).toMatchObject([
      { loc: ['body', 'fields', 'steps'], msg: 'Send at most 60.', ctx: { shot_id: 'sht_1' } },
      { loc: ['body', 'workflow'] },
    ]);
    expect(refusedTakes(refusals.slice(0, 1), 'generate')).toMatchObject([
      { shot_id: 'sht_1', loc: ['body', 'fields', 'steps'], code: 'invalid' },
    ]);
  });

  it('have no location that the body of regenerate lacks', () => {
    const msg = expect.stringMatching(/^steps: Send at most 60\. The fields are/) as string;
    expect(errorsOf([refusalAt('steps')], 'regenerate')).toMatchObject([{ loc: ['body'], msg }]);
    expect(refusedTakes([refusalAt('steps')], 'regenerate')).toMatchObject([
      { loc: ['body'], detail: msg },
    ]);
  });
});
