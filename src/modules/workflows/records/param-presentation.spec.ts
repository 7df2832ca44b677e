import type { WorkflowParam } from '../public/workflow';
import { shownParam } from './param-presentation';
import { suggestedSizes } from './suggested-sizes';

const param = (fields: Partial<WorkflowParam>): WorkflowParam => ({
  type: 'number',
  required: false,
  description: '',
  binds: [],
  ...fields,
});

describe('how a form shows a param', () => {
  it('follows from a well-known name, within the hard bounds and around the default', () => {
    const steps = param({ type: 'integer', default: 80, minimum: 4, maximum: 100 });
    expect(shownParam('steps', steps, 3)).toEqual({
      label: 'Steps',
      group: 'how',
      order: expect.any(Number),
      role: 'steps',
      unit: null,
      step: 1,
      soft_minimum: 4,
      soft_maximum: 80,
    });
    const width = param({ type: 'integer', grid: { step: 16, offset: 0 } });
    expect(shownParam('width', width, 0)).toMatchObject({ unit: 'px', step: 16, role: 'width' });
    expect(shownParam('prompt', param({ type: 'text' }), 0)).toMatchObject({
      step: null,
      soft_minimum: null,
    });
  });

  it('follows from the name alone for other params, behind the known ones', () => {
    const known = shownParam('vae', param({ type: 'model' }), 9);
    const other = shownParam('tile_size', param({}), 0);
    expect(other).toMatchObject({ label: 'Tile size', group: 'advanced', role: null, step: null });
    expect(other.order).toBeGreaterThan(known.order);
    expect(shownParam('constructor', param({}), 0).label).toBe('Constructor');
  });

  it('is what the manifest says first', () => {
    const own = param({
      label: 'Strictness',
      group: 'what',
      order: 0,
      role: 'guidance',
      step: 0.5,
    });
    expect(shownParam('cfg', own, 5)).toMatchObject({
      label: 'Strictness',
      group: 'what',
      order: 0,
      step: 0.5,
      soft_maximum: 12,
    });
  });
});

describe('suggested sizes', () => {
  const side = (fields: Partial<WorkflowParam> = {}) =>
    param({ type: 'integer', default: 1024, grid: { step: 64, offset: 0 }, ...fields });

  it('have common shapes, the area of the default size, and lie on the grid', () => {
    const sizes = suggestedSizes({ width: side(), height: side() });
    expect(sizes.map(({ label }) => label)).toEqual([
      ...['1:1', '4:3', '3:4', '3:2', '2:3', '16:9', '9:16'],
    ]);
    expect(sizes[5]).toEqual({ label: '16:9', width: 1344, height: 768 });
    for (const { width, height } of sizes) {
      expect([width % 64, height % 64]).toEqual([0, 0]);
      expect(Math.abs((width * height) / 1024 ** 2 - 1)).toBeLessThan(0.1);
    }
  });

  it('leave out what the bounds exclude, and workflows without a size', () => {
    const sizes = suggestedSizes({ width: side({ maximum: 1100 }), height: side() });
    expect(sizes.map(({ label }) => label)).toEqual(['1:1', '3:4', '2:3', '9:16']);
    expect(suggestedSizes({ steps: side() })).toEqual([]);
  });
});
