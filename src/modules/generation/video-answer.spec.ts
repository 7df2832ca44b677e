import type { Plan } from './public/generation-planner';
import { drawnUpVideo, recoveredVideo, submittedVideo } from './video-answer';

const graph = { a: { class_type: 'A', inputs: {} } };
const plan = { job: { mode: 'i2v', promptId: 'id', graph } } as unknown as Plan;

describe('the answer to a video request', () => {
  it('tells the mode, the job and the node’s verdict', () => {
    expect(submittedVideo(plan, { ok: true, number: 3, nodeErrors: {} })).toEqual({
      ...{ ok: true, mode: 'i2v', prompt_id: 'id', number: 3, node_errors: {} },
    });
  });

  it('leaves out what nobody knows yet', () => {
    expect(submittedVideo(plan, { ok: true })).toEqual({ ok: true, mode: 'i2v', prompt_id: 'id' });
  });

  it('is not ok when the node has refused', () => {
    const nodeErrors = { a: { errors: [] } };
    expect(submittedVideo(plan, { ok: false, nodeErrors })).toEqual({
      ...{ ok: false, mode: 'i2v', prompt_id: 'id', node_errors: nodeErrors },
    });
  });

  it('holds the graph, and no job, when nothing is submitted', () => {
    expect(drawnUpVideo(plan)).toEqual({ ok: true, mode: 'i2v', workflow: graph });
  });

  it('is the same from what the job remembers', () => {
    const stored = {
      ownerId: null,
      kind: 'video',
      mode: 'i2v',
      request: {},
      settings: {},
    } as const;
    const verdict = { ok: true, number: 3 };
    expect(recoveredVideo('id', stored, verdict)).toEqual(submittedVideo(plan, verdict));
  });
});
