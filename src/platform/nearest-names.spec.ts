import { nameSpeller, nearestNames, withNearest } from './nearest-names';

const OFFERED = ['sd15-t2i', 'sdxl-i2i', 'sdxl-t2i', 'flux1-dev-t2i', 'wan22-14b-t2v'];

describe('nearestNames', () => {
  it.each([
    ['a letter too many', 'sdxll-t2i', ['sdxl-t2i', 'sdxl-i2i', 'sd15-t2i']],
    ['another way of writing it', 'SDXL_T2I', ['sdxl-t2i', 'sdxl-i2i', 'sd15-t2i']],
    ['the beginning', 'flux1', ['flux1-dev-t2i']],
    ['nothing like it', 'portrait', []],
    ['nothing at all', '', []],
  ])('%s', (_, wanted, nearest) => {
    expect(nearestNames(wanted, OFFERED)).toEqual(nearest);
  });

  it('compares only the beginning of a very long name', () => {
    expect(nearestNames(`flux1-dev-t2i${'-'.repeat(5_000_000)}`, OFFERED)[0]).toBe('flux1-dev-t2i');
  });
});

describe('withNearest', () => {
  it.each([
    [[], 'None.'],
    [['a'], 'None. Did you mean a?'],
    [['a', 'b'], 'None. Did you mean a or b?'],
    [['a', 'b', 'c'], 'None. Did you mean a, b or c?'],
  ])('%j', (nearest, words) => {
    expect(withNearest('None.', nearest)).toBe(words);
  });
});

describe('nameSpeller', () => {
  it('finds fewer names with a higher minimum similarity', () => {
    const offered = ['KSampler', 'StringContains'];
    expect(nameSpeller(offered, 0.5)('KSamplr')).toEqual(['KSampler']);
    expect(nameSpeller(offered)('constructor')).toEqual(['StringContains']);
    expect(nameSpeller(offered, 0.5)('constructor')).toEqual([]);
  });

  it.each([
    ['heigth', ['height']],
    ['lenght', ['length']],
    ['height', ['height']],
    ['step', ['steps_low', 'steps_high']],
    ['thing', ['length']],
    ['?', []],
  ])('%s: %j', (wanted, meant) => {
    expect(nameSpeller(['width', 'height', 'length', 'steps_high', 'steps_low'])(wanted)).toEqual(
      meant,
    );
  });
});
