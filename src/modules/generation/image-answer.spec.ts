import { drawnUpImage, recoveredImage, submittedImage } from './image-answer';
import type { Plan } from './public/generation-planner';

const plan = {
  job: { workflow: 'sdxl-t2i', promptId: 'id', graph: { a: { class_type: 'A', inputs: {} } } },
  checkpoint: 'a.safetensors',
  loraName: 'mara.safetensors',
} as unknown as Plan;

const named = {
  workflow: 'sdxl-t2i',
  checkpoint: 'a.safetensors',
  lora_name: 'mara.safetensors',
};

describe('the answer to an image request', () => {
  it('tells the job and the node’s verdict', () => {
    expect(submittedImage(plan, { ok: true, number: 3, nodeErrors: {} })).toEqual({
      ...named,
      ok: true,
      prompt_id: 'id',
      number: 3,
      node_errors: {},
    });
  });

  it('leaves out what nobody knows yet, or what the workflow hasn’t', () => {
    const plain = { ...plan, checkpoint: null, loraName: null };
    expect(submittedImage(plain, { ok: true })).toEqual({
      ok: true,
      workflow: 'sdxl-t2i',
      prompt_id: 'id',
    });
  });

  it('is not ok when the node has refused', () => {
    const nodeErrors = { a: { errors: [] } };
    expect(submittedImage(plan, { ok: false, nodeErrors })).toMatchObject({
      ok: false,
      prompt_id: 'id',
      node_errors: nodeErrors,
    });
  });

  it('has the graph and no job with submit:false', () => {
    expect(drawnUpImage(plan)).toEqual({ ...named, ok: true, graph: plan.job.graph });
  });

  it('can be rebuilt from the job', () => {
    const stored = {
      ownerId: null,
      kind: 'image' as const,
      mode: 't2i',
      request: { workflow: 'sdxl-t2i' },
      settings: { checkpoint: 'a.safetensors', lora_checkpoint: 'mara.safetensors' },
    };
    const verdict = { ok: true, number: 3 };
    expect(recoveredImage('id', stored, verdict)).toEqual(submittedImage(plan, verdict));
  });
});
