import { ManualClock } from '../../../../test/support/manual-clock';
import type { NodeEvent } from '../../providers/public/node-events';
import { LiveJobsService } from './live-jobs.service';

const GRAPH = {
  '1': { class_type: 'EmptyImage', inputs: {} },
  '2': { class_type: 'SaveImage', inputs: {} },
};
const done = (providerId: string, ...ids: string[]): NodeEvent => ({
  kind: 'nodes_done',
  providerId,
  promptId: 'job',
  done: ids,
});

describe('LiveJobsService', () => {
  let live: LiveJobsService;
  let clock: ManualClock;
  let changes: string[];
  beforeEach(() => {
    clock = new ManualClock();
    live = new LiveJobsService(clock);
    changes = [];
    live.changes.subscribe(({ kind }) => changes.push(kind));
    live.begin('job', 'here', GRAPH);
  });

  it('applies events of the node that the job is on, and of no other', () => {
    live.onNodeEvent(done('elsewhere', '1'));
    const preview = { promptId: 'job', mime: 'image/png', bytes: Buffer.alloc(1) } as const;
    live.onNodeEvent({ kind: 'preview', providerId: 'elsewhere', ...preview });
    expect([live.progress('job')?.fraction, live.preview('job'), changes]).toEqual([0, null, []]);
    live.onNodeEvent(done('here', '1'));
    expect([live.progress('job')?.fraction, changes]).toEqual([0.5, ['progress']]);
  });

  it('tells at most four changes of progress and two previews a second of one job', async () => {
    const bytes = Buffer.alloc(1);
    const about = { providerId: 'here', promptId: 'job' } as const;
    for (let step = 0; step < 1_000; step += 1) {
      live.onNodeEvent({ ...about, kind: 'progress', nodeId: '1', value: step, max: 1_000 });
      live.onNodeEvent({ ...about, kind: 'preview', mime: 'image/png', bytes });
      await clock.advance(1);
    }
    const count = (wanted: string): number => changes.filter((kind) => kind === wanted).length;
    expect([count('progress'), count('preview')]).toEqual([5, 3]);
    expect(live.progress('job')?.step).toBe(999);
    live.forget('job');
    await clock.advance(1_000);
    expect(changes).toHaveLength(8);
  });

  it('keeps a bounded amount of previews, the newest', () => {
    const picture = Buffer.alloc(8 * 1024 * 1024);
    const ids = Array.from({ length: 10 }, (_, n) => `job-${n}`);
    for (const promptId of ids) {
      live.begin(promptId, 'here', GRAPH);
      const preview = { kind: 'preview', mime: 'image/png', bytes: picture } as const;
      live.onNodeEvent({ ...preview, providerId: 'here', promptId });
    }
    const kept = ids.filter((id) => live.preview(id) !== null);
    expect(kept).toEqual(ids.slice(-7));
    live.forget('job-9');
    expect(live.preview('job-9')).toBeNull();
  });

  it('starts again on another node, and keeps its progress on the same one', () => {
    live.onNodeEvent(done('here', '1'));
    live.begin('job', 'here', GRAPH);
    expect(live.progress('job')?.fraction).toBe(0.5);
    live.begin('job', 'elsewhere', GRAPH);
    expect(live.progress('job')?.fraction).toBe(0);
    live.onNodeEvent(done('here', '1'));
    expect(live.progress('job')?.fraction).toBe(0);
  });

  it('ignores nodes that are not in the graph, however many are reported', () => {
    live.onNodeEvent(
      done('here', ...Array.from({ length: 1_000 }, (_, n) => `1.0.${n}`), '__proto__'),
    );
    expect([live.progress('job')?.fraction, changes]).toEqual([0, []]);
  });
});
