import type { Dataset } from '../../../api/datasets';
import type { Template } from '../../../api/training-runs';
import { isUpToDate } from './draft';

describe('isUpToDate', () => {
  const datasets = [{ id: 'foxes' } as Dataset];
  const templates = [{ name: 'flux' } as Template];

  it.each([
    ['foxes', 'flux', true],
    [null, null, true],
    ['owls', 'flux', false],
    ['foxes', 'sdxl', false],
  ])('of the dataset %s and the template %s is %s', (dataset, template, answer) => {
    expect(isUpToDate({ dataset, template, values: {} }, { datasets, templates })).toBe(answer);
  });
});
