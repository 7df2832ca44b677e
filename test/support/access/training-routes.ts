import { uniquePng } from '../media-samples';
import { checkpointOf, ELSEWHERE, FAST, type OwnedResources, SAMPLE_TIME } from './owners';
import { owned, type RouteFixture, type RouteRequest, search, shared } from './route-fixture';

const SAMPLE = `${SAMPLE_TIME}__000000000_0.jpg`;
const dataset = ({ dataset: id }: OwnedResources): RouteRequest => ({ path: [id] });
const datasetPath = ({ dataset: id }: OwnedResources): string =>
  `/api/lora-training/datasets/${id}`;
const versionsPath = (of: OwnedResources): string => `${datasetPath(of)}/captions/versions`;
const run = ({ training: name }: OwnedResources): RouteRequest => ({ path: [name] });
async function pictureForm(mark: string): Promise<FormData> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await uniquePng(5, 5))]), `${mark}.png`);
  return form;
}
/** Never started: the toolkit knows no such optimizer. */
const startOf = ({ dataset: id, mark }: OwnedResources): RouteRequest => ({
  body: { job_name: `${mark}-new`, trigger_word: mark, dataset: id, optimizer: 'sgd' },
});

/** Its checkpoint has no effect with this workflow, so that nothing is published. */
const publication = (of: OwnedResources): RouteRequest => ({
  path: [of.training, checkpointOf(of)],
  body: { workflow: ELSEWHERE },
});
const renders = (of: OwnedResources): RouteRequest => ({
  ...run(of),
  body: { workflow: ELSEWHERE, provider: FAST },
});

/** Routes of LoRA training. */
export const TRAINING_ROUTES: Readonly<Record<string, RouteFixture>> = {
  'POST /api/lora-training/start': owned(startOf),
  'POST /api/lora-training/plan': owned(startOf),
  'GET /api/lora-training/jobs': search(() => ({})),
  'GET /api/lora-training/jobs #of all owners': search(() => ({ owner: '*' })),
  'GET /api/lora-training/jobs/{job_name}': owned(run),
  'DELETE /api/lora-training/jobs/{job_name}': owned(run, {
    uses: 'training',
    witness: ({ training: name }) => `/api/lora-training/jobs/${name}`,
  }),
  'GET /api/lora-training/loras': search(() => ({})),
  'GET /api/lora-training/loras #of all owners': search(() => ({ owner: '*' })),
  'DELETE /api/lora-training/loras/{name}': shared(() => ({ path: ['none.safetensors'] }), 404),
  'POST /api/lora-training/jobs/{job_name}/stop': owned(run, { ok: 409 }),
  'POST /api/lora-training/jobs/{job_name}/continue': owned(
    (of) => ({ ...run(of), body: { steps: 3000 } }),
    { ok: 409 },
  ),
  'POST /api/lora-training/jobs/{job_name}/sample': owned(run, { ok: 409 }),
  'POST /api/lora-training/jobs/{job_name}/save': owned(run, { ok: 409 }),
  'GET /api/lora-training/jobs/{job_name}/samples': owned(run),
  'GET /api/lora-training/jobs/{job_name}/checkpoints/{name}/file': owned((of) => ({
    path: [of.training, checkpointOf(of)],
  })),
  'GET /api/lora-training/jobs/{job_name}/samples/{name}/file': owned(({ training: name }) => ({
    path: [name, SAMPLE],
  })),
  'GET /api/lora-training/jobs/{job_name}/log': owned(run),
  'POST /api/lora-training/jobs/{job_name}/checkpoints/{name}/publish': owned(publication, {
    ok: 409,
  }),
  'POST /api/lora-training/jobs/{job_name}/grid': owned(
    (of) => ({ ...run(of), body: { workflow: ELSEWHERE } }),
    { ok: 409 },
  ),
  'POST /api/lora-training/jobs/{job_name}/verify': owned(renders, { ok: 409 }),
  'GET /api/lora-training/jobs/{job_name}/verify/{id}': owned(
    ({ training: name, batch }) => ({ path: [name, batch] }),
    { ok: 404 },
  ),
  'POST /api/lora-training/jobs/{job_name}/bind': owned(
    (of) => ({
      ...run(of),
      body: { workflow: ELSEWHERE, character: 'none', checkpoint: 'none' },
    }),
    { ok: 404 },
  ),
  'GET /api/lora-training/checkpoints': shared(),
  'GET /api/lora-training/checkpoints #of a run': owned(({ training: name }) => ({
    query: `?job_name=${name}`,
  })),
  'GET /api/lora-training/templates': shared(),
  'GET /api/lora-training/datasets': search(() => ({})),
  'GET /api/lora-training/datasets #of all owners': search(() => ({ owner: '*' })),
  'POST /api/lora-training/datasets': shared(
    (_, { mark }) => ({ body: { id: `${mark}-${process.hrtime.bigint()}`, name: mark } }),
    201,
  ),
  'GET /api/lora-training/datasets/{id}': owned(dataset),
  'DELETE /api/lora-training/datasets/{id}': owned(dataset, {
    uses: 'dataset',
    witness: datasetPath,
  }),
  'GET /api/lora-training/datasets/{id}/items': owned(dataset),
  'GET /api/lora-training/datasets/{id}/items/{name}/file': owned(
    ({ dataset: id }) => ({ path: [id, 'none.png'] }),
    { ok: 404 },
  ),
  'POST /api/lora-training/datasets/{id}/items': owned(
    (of, { upload }) => ({ ...dataset(of), body: { paths: [upload] } }),
    { witness: datasetPath },
  ),
  'DELETE /api/lora-training/datasets/{id}/items': owned(
    (of, { upload }) => ({ ...dataset(of), body: { names: [upload] } }),
    { witness: datasetPath },
  ),
  'POST /api/lora-training/datasets/{id}/items/upload': owned(
    async (of) => ({ ...dataset(of), body: await pictureForm(of.mark) }),
    { witness: datasetPath },
  ),
  'GET /api/lora-training/datasets/{id}/report': owned(dataset),
  'POST /api/lora-training/datasets/{id}/captions': owned(
    (of) => ({ ...dataset(of), body: { suffix: of.mark } }),
    { witness: versionsPath },
  ),
  'PATCH /api/lora-training/datasets/{id}/captions': owned(
    (of) => ({ ...dataset(of), body: { captions: [{ name: 'none.png', caption: 'x' }] } }),
    { ok: 422, witness: versionsPath },
  ),
  'GET /api/lora-training/datasets/{id}/captions/versions': owned(dataset),
  'POST /api/lora-training/datasets/{id}/captions/undo': owned(
    (of) => ({ ...dataset(of), body: { version: 'old' } }),
    { ok: 409, witness: versionsPath },
  ),
};
