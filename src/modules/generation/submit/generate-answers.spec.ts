import type { StoredRequest } from '../../jobs/public/job-reader';
import type { Plan } from '../public/generation-planner';
import {
  DRY_RUN_ANSWERS,
  answeredJobOfPlan,
  answeredJobOfRow,
  SUBMIT_ANSWERS,
} from './generate-answers';

const graph = { a: { class_type: 'A', inputs: {} } };
const characters = {
  references: [{ character: 'mara', name: 'a.png', slot: 'image_2', used: true, why_not: null }],
  not_applied: [],
  loras: [],
};
/** The fields that come from the bound characters. */
const CHARACTER_FIELDS = { references: characters.references, not_applied: [] };
const plan = {
  job: {
    workflow: 'sdxl-t2i',
    mode: 'i2v',
    promptId: 'id',
    graph,
    provenance: { settings: { seed: 7 } },
  },
  checkpoint: 'a.safetensors',
  loraName: 'mara.safetensors',
  characters,
} as unknown as Plan;

const state = { status: 'queued', provider: 'a', queuePosition: 2, etaSeconds: null } as const;
const JOB_FIELDS = {
  prompt_id: 'id',
  status: 'queued',
  provider: 'a',
  seed: 7,
  queue_position: 2,
  eta_seconds: null,
  ...CHARACTER_FIELDS,
};

/** The fields that come from the request alone. */
const REQUEST_FIELDS = {
  image: { workflow: 'sdxl-t2i', checkpoint: 'a.safetensors', lora_name: 'mara.safetensors' },
  video: { mode: 'i2v' },
};

describe.each(['image', 'video'] as const)('the answer to a request for an %s', (kind) => {
  const submitted = SUBMIT_ANSWERS[kind];

  it('contains the job and the verdict of the node', () => {
    expect(
      submitted(answeredJobOfPlan(plan, []), { ...state, ok: true, number: 3, nodeErrors: {} }),
    ).toEqual({
      ...REQUEST_FIELDS[kind],
      ok: true,
      ...JOB_FIELDS,
      number: 3,
      node_errors: {},
    });
  });

  it('omits what the node has not answered yet', () => {
    expect(submitted(answeredJobOfPlan(plan, []), { ...state, ok: true })).toEqual({
      ...REQUEST_FIELDS[kind],
      ok: true,
      ...JOB_FIELDS,
    });
  });

  it('is not ok when the node has refused the job', () => {
    const nodeErrors = { a: { errors: [] } };
    expect(submitted(answeredJobOfPlan(plan, []), { ...state, ok: false, nodeErrors })).toEqual({
      ...REQUEST_FIELDS[kind],
      ok: false,
      ...JOB_FIELDS,
      node_errors: nodeErrors,
    });
  });

  it('is the same when it is rebuilt from the stored job', () => {
    const stored: StoredRequest = {
      ownerId: null,
      kind,
      mode: 'i2v',
      request: { workflow: 'sdxl-t2i' },
      settings: {
        checkpoint: 'a.safetensors',
        lora_checkpoint: 'mara.safetensors',
        seed: 7,
        characters,
      },
      models: [],
      loras: [],
    };
    const verdict = { ...state, ok: true, number: 3 };
    expect(submitted(answeredJobOfRow('id', stored, []), verdict)).toEqual(
      submitted(answeredJobOfPlan(plan, []), verdict),
    );
  });
});

it('an image answer omits a checkpoint and a LoRA that the job does not have', () => {
  const plain = answeredJobOfPlan({ ...plan, checkpoint: null, loraName: null }, []);
  expect(SUBMIT_ANSWERS.image(plain, { ...state, ok: true })).toEqual({
    ok: true,
    workflow: 'sdxl-t2i',
    ...JOB_FIELDS,
  });
});

it('a dry run answers the graph and no job', () => {
  expect(DRY_RUN_ANSWERS.image(plan, [])).toEqual({
    ...REQUEST_FIELDS.image,
    ...CHARACTER_FIELDS,
    ok: true,
    graph,
  });
  expect(DRY_RUN_ANSWERS.video(plan, [])).toEqual({
    ...CHARACTER_FIELDS,
    ok: true,
    mode: 'i2v',
    workflow: graph,
  });
});

it('an answer says nothing of characters where the request binds none', () => {
  const plain = answeredJobOfPlan({ ...plan, characters: null }, []);
  const answer = SUBMIT_ANSWERS.video(plain, { ...state, ok: true });
  expect(Object.keys(answer)).not.toContain('references');
});

it('an answer names LoRAs of another base model after what characters lack, also without characters', () => {
  const lacks = { character: 'mara', field: 'trigger', name: null, why_not: 'No prompt.' } as const;
  const misfit = {
    character: null,
    field: 'loras',
    name: 'x',
    why_not: 'It does nothing.',
  } as const;
  const bound = { ...plan, characters: { ...characters, not_applied: [lacks] } } as Plan;
  expect(DRY_RUN_ANSWERS.image(bound, [misfit]).not_applied).toEqual([lacks, misfit]);
  const plain = answeredJobOfPlan({ ...plan, characters: null }, [misfit]);
  const answer = SUBMIT_ANSWERS.video(plain, { ...state, ok: true });
  expect(answer).toMatchObject({ not_applied: [misfit] });
  expect(Object.keys(answer)).not.toContain('references');
});
