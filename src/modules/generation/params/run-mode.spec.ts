import { param, workflowAround } from '../../../../test/support/workflow-fixtures';
import { modeError, runMode } from './run-mode';
import { sentParams } from './sent-params';

const around = (modes: readonly string[]) =>
  workflowAround(
    {},
    { modes, params: { image: param('image'), audio: param('audio'), video: param('video') } },
  );

const sentWith = (fields: object) =>
  sentParams({ workflow: 'w', prompt: 'p', provider: 'auto', ...fields }, ['body']);

const modeOf = (modes: readonly string[], fields: object = {}): string =>
  runMode(around(modes), sentWith(fields));

describe('runMode', () => {
  it.each([
    [['t2i'], {}, 't2i'],
    [['i2i'], { image: 'a.png' }, 'i2i'],
    [['t2i', 'i2i'], {}, 't2i'],
    [['t2i', 'i2i'], { image: 'a.png' }, 'i2i'],
    [['t2i', 'edit'], { workflow_params: { image: 'a.png' } }, 'edit'],
    [['t2v', 'i2v', 'v2v'], {}, 't2v'],
    [['t2v', 'i2v', 'v2v'], { audio: 'a.wav' }, 'i2v'],
    [['t2v', 'i2v', 'v2v'], { image: 'a.png', video: 'a.mp4' }, 'v2v'],
    [['i2v'], { audio: 'a.wav', image: 'a.png' }, 'i2v'],
    [['v2v'], { video: 'a.mp4' }, 'v2v'],
    // What the modes don't foresee is refused with the params; the mode is never empty.
    [['i2i'], {}, 'i2i'],
    [[], {}, 't2i'],
  ])('of %j with %j is %s', (modes, fields, mode) => {
    expect(modeOf(modes, fields)).toBe(mode);
  });
});

describe('modeError', () => {
  const fault = (modes: readonly string[], mode: string, fields: object = {}) =>
    modeError(around(modes), sentWith(fields), mode);

  it.each([
    [['t2v'], 't2v', {}],
    // The missing file is reported with the params.
    [['i2v'], 'i2v', {}],
    [['t2v', 'i2v'], 't2v', {}],
    [['t2v', 'i2v'], 'i2v', { image: 'a.png' }],
    [['i2v', 'v2v'], 'i2v', { image: 'a.png', video: 'a.mp4' }],
    // No mode suits the files, so that no other mode would be better.
    [['i2v', 'v2v'], 'i2v', {}],
    [['t2i', 't2v'], 't2v', { image: 'a.png' }],
  ])('of %j takes %s with %j', (modes, mode, fields) => {
    expect(fault(modes, mode, fields)).toBeNull();
  });

  it.each([
    [['t2v', 'i2v'], 'v2v', {}, "The workflow 'test' supports t2v, i2v."],
    [[], 't2v', {}, "The workflow 'test' has no modes. Omit `mode`."],
    [['t2v', 'i2v'], 'i2v', {}, 'Send the file that the mode i2v starts from, or use mode t2v.'],
    [
      ...[['t2v', 'i2v'], 't2v', { image: 'a.png' }],
      'The mode t2v takes no file. Use mode i2v, or omit `mode`.',
    ],
  ] as const)('of %j refuses %s with %j', (modes, mode, fields, why) => {
    expect(fault(modes, mode, fields)).toBe(why);
  });
});
