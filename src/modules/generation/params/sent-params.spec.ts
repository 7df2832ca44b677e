import { errorsOf, runPipe } from '../../../../test/support/request-pipe';
import { fieldsOf } from '../../../platform/validation/field';
import { fieldHolds, GENERATE_FIELDS } from '../../workflows/public/generate-fields';
import { GENERATE_BODY } from '../dto/generate-body';
import { sentParams, sentValue } from './sent-params';

const request = {
  workflow: 'w',
  provider: 'p',
  prompt: 'a fox',
  mode: 't2i',
  character: 'mara',
  characters: [{ id: 'mara' }],
  description: 'd',
  submit: false,
  steps: 4,
  cfg: null,
  width: undefined,
  workflow_params: { shift: 3, cfg: null },
};

describe('sentParams', () => {
  it('separates params from the fields of every request, with their locations', () => {
    expect(sentParams(request, ['body'])).toEqual([
      { name: 'prompt', value: 'a fox', loc: ['body', 'prompt'], nested: false },
      { name: 'steps', value: 4, loc: ['body', 'steps'], nested: false },
      { name: 'shift', value: 3, loc: ['body', 'workflow_params', 'shift'], nested: true },
    ]);
  });

  it('uses the location of a rerun’s changes', () => {
    const [first] = sentParams(request, ['body', 'changes']);
    expect(first!.loc).toEqual(['body', 'changes', 'prompt']);
  });

  it.each(['image', 'video'] as const)(
    'takes the fields of %s bodies for params that records tell so',
    (kind) => {
      const names = [...fieldsOf(GENERATE_BODY[kind]).keys()];
      const whole = { ...Object.fromEntries(names.map((name) => [name, 1])), workflow_params: {} };
      const sent = sentParams({ ...request, ...whole }, ['body']).map(({ name }) => name);
      const fields = sent.filter((name) => names.includes(name));
      expect(fields.toSorted()).toEqual([...GENERATE_FIELDS[kind].keys()].toSorted());
    },
  );

  it.each(['image', 'video'] as const)('knows what the fields of %s bodies hold', (kind) => {
    for (const name of GENERATE_FIELDS[kind].keys())
      for (const value of ['x', 1, 1.5]) {
        const body = { workflow: 'w', provider: 'auto', prompt: 'a fox', [name]: value };
        const errors = errorsOf(() => runPipe(body, 'body', GENERATE_BODY[kind]));
        const isHeld = fieldHolds(kind, name, value);
        expect([name, value, errors.length]).toEqual([name, value, isHeld ? 0 : 1]);
      }
  });

  it('finds values at the top of the body and in workflow_params', () => {
    const sent = sentParams(request, ['body']);
    expect(['steps', 'shift', 'cfg'].map((name) => sentValue(sent, name))).toEqual([
      4,
      3,
      undefined,
    ]);
  });
});
