import { param, workflowAround } from '../../../test/support/workflow-fixtures';
import { runMode } from './run-mode';
import { sentParams } from './sent-params';

const modeOf = (modes: readonly string[], fields: object = {}): string => {
  const workflow = workflowAround({}, { modes, params: { image: param('image') } });
  return runMode(
    workflow,
    sentParams({ workflow: 'w', prompt: 'p', provider: 'auto', ...fields }, ['body']),
  );
};

describe('runMode', () => {
  it.each([
    [['t2i'], {}, 't2i'],
    [['i2i'], { image: 'a.png' }, 'i2i'],
    [['t2i', 'i2i'], {}, 't2i'],
    [['t2i', 'i2i'], { image: 'a.png' }, 'i2i'],
    [['t2i', 'edit'], { workflow_params: { image: 'a.png' } }, 'edit'],
    // What the modes don't foresee is refused with the params; the mode is never empty.
    [['i2i'], {}, 'i2i'],
    [[], {}, 't2i'],
  ])('of %j with %j is %s', (modes, fields, mode) => {
    expect(modeOf(modes, fields)).toBe(mode);
  });
});
