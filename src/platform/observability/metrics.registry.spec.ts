import { Logger } from '@nestjs/common';
import { MetricsRegistry } from './metrics.registry';

describe('MetricsRegistry', () => {
  beforeAll(() => {
    Logger.overrideLogger(false);
  });

  it('writes the text format, with escaped labels', async () => {
    const registry = new MetricsRegistry();
    registry.add({
      name: 'age_seconds',
      type: 'gauge',
      help: 'Age.',
      read: () => [{ value: 1.5 }],
    });
    const labels = { node: 'a\\b"c\nd', state: 'x' };
    registry.add({
      name: 'jobs_total',
      type: 'counter',
      help: 'Jobs.',
      read: () => [{ labels, value: 2 }],
    });
    expect(await registry.text()).toBe(
      '# HELP kinora_age_seconds Age.\n# TYPE kinora_age_seconds gauge\nkinora_age_seconds 1.5\n' +
        '# HELP kinora_jobs_total Jobs.\n# TYPE kinora_jobs_total counter\n' +
        String.raw`kinora_jobs_total{node="a\\b\"c\nd",state="x"} 2` +
        '\n',
    );
  });

  it('leaves out what cannot be read, and refuses a name twice', async () => {
    const registry = new MetricsRegistry();
    registry.add({
      name: 'bad',
      type: 'gauge',
      help: 'Bad.',
      read: () => Promise.reject(new Error('planted')),
    });
    registry.add({ name: 'good', type: 'gauge', help: 'Good.', read: () => [] });
    expect(await registry.text()).toBe('# HELP kinora_good Good.\n# TYPE kinora_good gauge\n');
    expect(() => {
      registry.add({ name: 'good', type: 'gauge', help: 'Good.', read: () => [] });
    }).toThrow('good is added twice');
  });
});
