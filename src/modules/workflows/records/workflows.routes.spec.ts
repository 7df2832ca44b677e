import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExecutionContext, type INestApplication, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { EMPTY } from 'rxjs';
import supertest from 'supertest';
import { NoCredentialsModule } from '../../../../test/support/no-credentials';
import { providerState as provider } from '../../../../test/support/provider-state';
import {
  builtinIds,
  recordedObjectInfo,
  stockedObjectInfo,
} from '../../../../test/support/workflow-fixtures';
import { AccountsModule } from '../../../platform/access/accounts.module';
import type { RequestWithCaller } from '../../../platform/access/access.decorators';
import { type Caller, UNRESTRICTED } from '../../../platform/access/caller';
import { ClockModule } from '../../../platform/clock/clock.module';
import { ConfigModule } from '../../../platform/config/config.module';
import { DatabaseModule } from '../../../platform/database/database.module';
import { ErrorsModule } from '../../../platform/errors/errors.module';
import { ReadyAnswers } from '../../../platform/http/content/ready-answers';
import { ObservabilityModule } from '../../../platform/observability/observability.module';
import { ValidationModule } from '../../../platform/validation/validation.module';
import { ProvidersModule } from '../../providers/providers.module';
import type { NodeClassInfo, ObjectInfo } from '../../providers/public/comfy-types';
import { NodeAccess } from '../../providers/public/node-access';
import { ProviderDirectory, type ProviderState } from '../../providers/public/provider-directory';
import type { NextStep } from './dto/workflow.response';
import { runClass } from '../public/run-class';
import { RunTimes } from '../public/run-times';
import type { LackingNode } from './dto/workflow-requirements.response';
import { type Workflow, WorkflowCatalogue } from '../public/workflow';
import { WorkflowsModule } from '../workflows.module';

const IDS = builtinIds();

/** What the neighbours say, for a test to set. */
class Nodes {
  providers: ProviderState[] = [];
  readonly known = new Map<string, ObjectInfo>();
  classes: (id: string) => Promise<ObjectInfo> = async (id) => this.known.get(id)!;
  readonly changes = EMPTY;
  list = (): readonly ProviderState[] => this.providers;
  get = (id: string): ProviderState | undefined => this.providers.find((one) => one.id === id);
  cachedClasses = (id: string): ObjectInfo | null => this.known.get(id) ?? null;
}

const nodes = new Nodes();

const NEIGHBOURS = [
  { provide: ProviderDirectory, useValue: nodes },
  { provide: NodeAccess, useValue: nodes },
  ReadyAnswers,
];

@Module({ providers: NEIGHBOURS, exports: NEIGHBOURS })
class NeighbourModule {}

const LIMITED: Caller = {
  ...UNRESTRICTED,
  ownerId: '1',
  agent: { id: 'a', name: 'A' },
  isAdmin: false,
  allowedWorkflows: ['sdxl-t2i', 'sd15-t2i', 'gone'],
};

describe('/api/workflows', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-workflows-'));
  let app: INestApplication;
  let url: string;
  let workflows: readonly Workflow[];
  let caller: Caller;

  beforeAll(async () => {
    const guard = {
      canActivate: (context: ExecutionContext): boolean => {
        context.switchToHttp().getRequest<RequestWithCaller>().caller = caller;
        return true;
      },
    };
    const module = await Test.createTestingModule({
      imports: [
        ClockModule,
        ConfigModule.from({ variables: { KINORA_DATA_DIR: folder } }),
        ObservabilityModule,
        DatabaseModule,
        NoCredentialsModule,
        AccountsModule,
        ErrorsModule,
        ValidationModule,
        WorkflowsModule,
      ],
      providers: [{ provide: APP_GUARD, useValue: guard }],
    })
      .overrideModule(ProvidersModule)
      .useModule(NeighbourModule)
      .compile();
    app = module.createNestApplication();
    app.useLogger(false);
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
    workflows = app.get(WorkflowCatalogue).list();
  });

  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(() => {
    caller = UNRESTRICTED;
    nodes.providers = [
      provider('bare'),
      provider('full', { is_default: true }),
      provider('away', { status: 'offline' }),
      provider('never', { status: 'offline' }),
      provider('films', { roles: ['video'] }),
    ];
    nodes.known.clear();
    nodes.known.set('bare', recordedObjectInfo());
    for (const id of ['full', 'away', 'films']) nodes.known.set(id, stockedObjectInfo(workflows));
    nodes.classes = async (id) => nodes.known.get(id)!;
  });

  const get = (path: string): supertest.Test => supertest(url).get(path);

  const ids = async (query: string): Promise<string[]> =>
    (await get(`/api/workflows${query}`)).body.items.map((item: { id: string }) => item.id);

  describe('the list', () => {
    it('shows what a caller needs to choose', async () => {
      const { status, body } = await get('/api/workflows?kind=image');
      expect(status).toBe(200);
      expect(body.next_cursor).toBeNull();
      const listed = body.items as { id: string }[];
      expect(listed.map(({ id }) => id)).toEqual(builtinIds('image'));
      expect(listed.find(({ id }) => id === 'sdxl-i2i')).toEqual({
        id: 'sdxl-i2i',
        name: 'SDXL: image to image',
        description: expect.stringContaining('Repaints'),
        kind: 'image',
        modes: ['i2i'],
        source: 'builtin',
        inputs: { image: 'required', audio: 'none', video: 'none' },
        supports_lora: true,
        runnable_on: ['full', 'away'],
        run_time: [],
      });
    });

    it('comes in pages', async () => {
      const first = (await get('/api/workflows?limit=3&with_total=true')).body;
      expect(first.items).toHaveLength(3);
      expect(first.total).toBe(IDS.length);
      const second = await get(`/api/workflows?limit=200&cursor=${first.next_cursor}`);
      expect(second.body).toMatchObject({ items: IDS.slice(3).map((id) => ({ id })) });
      expect(second.body.next_cursor).toBeNull();
      expect((await get('/api/workflows?cursor=rubbish')).body.detail[0]).toMatchObject({
        loc: ['query', 'cursor'],
        type: 'value_error',
      });
    });

    it('is filtered by kind, node and runnability', async () => {
      nodes.providers = [provider('bare'), provider('full')];
      nodes.known.set('full', stockedObjectInfo(workflows.filter(({ id }) => id === 'sd15-t2i')));
      const others = IDS.filter((id) => id !== 'sd15-t2i');
      expect(await ids('?kind=video')).toEqual(builtinIds('video'));
      expect(await ids('?runnable=true')).toEqual(['sd15-t2i']);
      expect(await ids('?runnable=false')).toEqual(others);
      expect(await ids('?provider=full')).toEqual(['sd15-t2i']);
      expect(await ids('?provider=full&runnable=false')).toEqual(others);
      expect(await ids('?provider=bare')).toEqual([]);
    });

    it('waits for a node that has just come online, but not for one whose classes are cached', async () => {
      const full = nodes.known.get('full')!;
      nodes.known.delete('full');
      nodes.classes = async (id) => (id === 'full' ? full : Promise.reject(new Error(id)));
      const { body } = await get('/api/workflows?limit=1');
      expect(body.items[0].runnable_on).toEqual(['full', 'away']);
    });

    it.each([
      ['?provider=nobody', 404, 'provider_not_found'],
      ['?kind=audio', 422, undefined],
      ['?runnable=1', 422, undefined],
      ['?limit=0', 422, undefined],
    ])('refuses %s', async (query, status, code) => {
      const answer = await get(`/api/workflows${query}`);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    });

    it("is limited to the key's workflows", async () => {
      caller = LIMITED;
      expect(await ids('')).toEqual(['sd15-t2i', 'sdxl-t2i']);
      expect((await get('/api/workflows?with_total=true')).body.total).toBe(2);
    });
  });

  describe('the record', () => {
    it('has params with the limits and choices of the nodes now', async () => {
      const { status, body } = await get('/api/workflows/sdxl-i2i');
      expect(status).toBe(200);
      expect(body.params.denoise).toMatchObject({
        type: 'number',
        label: 'Denoise',
        required: false,
        default: 0.6,
        minimum: 0,
        maximum: 1,
        grid: null,
        choices: null,
        folder: null,
        description: expect.stringContaining('0.6 restyles'),
        binds: [{ node: 'sampler', input: 'denoise' }],
      });
      expect(body.params.seed).toMatchObject({ default: null, maximum: 2 ** 53 - 1 });
      expect(body.params.sampler.choices).toContain('dpmpp_2m');
      const stocked = workflows.flatMap(({ models }) =>
        models.filter(({ folder }) => folder === 'checkpoints').map(({ file }) => file),
      );
      const recorded = ['random_sd15.safetensors', 'random_small.safetensors'];
      expect(body.params.checkpoint.choices).toEqual(
        [...new Set([...recorded, ...stocked])].sort(),
      );
      expect(body.params.image).toMatchObject({ required: true, default: null, choices: null });
      expect(body.params.loras).toMatchObject({ type: 'loras', binds: [] });
    });

    it('shows what a node must have, and which node has it', async () => {
      const { body } = await get('/api/workflows/z-image-turbo-t2i');
      expect(body.requirements).toMatchObject({
        vram_gb: 16,
        node_classes: expect.arrayContaining(['ModelSamplingAuraFlow', 'UNETLoader']),
      });
      expect(body.requirements.models[0]).toEqual({
        folder: 'diffusion_models',
        file: 'z_image_turbo_bf16.safetensors',
        page: 'https://huggingface.co/Comfy-Org/z_image_turbo',
        on: ['full', 'away'],
      });
      expect(body.requirements.notes[0]).toContain('Not yet run on real hardware by this project.');
    });

    it('adds measured run times, with the number of runs only for admins', async () => {
      const times = app.get(RunTimes);
      const { graph } = app.get(WorkflowCatalogue).get('sd15-t2i')!;
      const run = {
        workflow: 'sd15-t2i',
        runClass: runClass({ graph }, { width: 1024, height: 1024, steps: 20 }, []),
        provider: 'full',
        seconds: 3,
        memory: { used: 14.2 * 2 ** 30, total: 24 * 2 ** 30 },
      };
      await times.record([run, { ...run, provider: 'removed', seconds: 9 }]);
      const measured = { provider: 'full', median_seconds: 3, p90_seconds: 3 };
      const record = (await get('/api/workflows/sd15-t2i')).body;
      expect(record.run_time).toEqual([{ ...measured, samples: 1 }]);
      const note = (median: string) =>
        'Measured here on full: pictures of about 1 megapixel in 12 to 22 steps take 3 s ' +
        `(${median}, nine of ten within 3 s); the most seen in use on its device was 14.2 GB of 24 GB, ` +
        'other programs included.';
      expect(record.requirements.notes.at(-1)).toBe(note('median of 1 run'));
      caller = LIMITED;
      const { run_time, requirements } = (await get('/api/workflows/sd15-t2i')).body;
      expect(run_time).toEqual([measured]);
      expect(requirements.notes.at(-1)).toBe(note('median'));
    });

    it('is answered while the nodes are offline', async () => {
      nodes.classes = async () => Promise.reject(new Error('the node gave rubbish'));
      expect((await get('/api/workflows/sd15-t2i')).body.runnable_on).toEqual(['full', 'away']);
      nodes.classes = () => new Promise(() => undefined);
      expect((await get('/api/workflows/sd15-t2i')).body.runnable_on).toEqual(['full', 'away']);
      nodes.providers = [];
      const { status, body } = await get('/api/workflows/sd15-t2i');
      expect([status, body.runnable_on, body.params.sampler.choices]).toEqual([200, [], null]);
    });
  });

  describe('the next steps', () => {
    const next = async (id: string) => (await get(`/api/workflows/${id}`)).body.next;

    it('have a submit body that works unchanged', async () => {
      const steps = await next('flux1-dev-t2i');
      expect(steps.map(({ step, ready }: NextStep) => [step, ready])).toEqual([
        ['check_nodes', true],
        ['list_checkpoints', true],
        ['submit', true],
        ['poll', false],
      ]);
      expect(steps[2]).toMatchObject({
        method: 'POST',
        path: '/api/image/generate',
        body: {
          workflow: 'flux1-dev-t2i',
          provider: 'auto',
          prompt: expect.any(String),
          width: 1024,
          height: 1024,
          steps: 20,
          cfg: 1,
          // The model's own value; left out it would be the service's 4.
          guidance: 3.5,
        },
      });
      expect(steps[1]!.path).toBe('/api/comfy/models/diffusion_models?provider=full');
      expect(steps[1]!.why).toContain('text_encoders, vae');
      expect(steps[2]).not.toHaveProperty('fill');
      expect(steps[3]).toMatchObject({
        path: '/api/jobs/{prompt_id}?wait=60',
        fill: ['prompt_id'],
      });
    });

    it('put what is not a field of the request into workflow_params', async () => {
      const { body } = (await next('z-image-turbo-t2i'))[2];
      expect(body.workflow_params).toEqual({ shift: 3 });
      expect(body).not.toHaveProperty('shift');
      expect(body).not.toHaveProperty('seed');
    });

    it('ask for the source picture where one is needed', async () => {
      const steps = await next('sdxl-i2i');
      expect(steps.map(({ step }: NextStep) => step)).toEqual([
        ...['check_nodes', 'list_checkpoints', 'upload_source_image', 'submit', 'poll'],
      ]);
      expect(steps[2]).toMatchObject({ path: '/api/media', ready: false, fill: ['file'] });
      expect(steps[3]).toMatchObject({ ready: false, fill: ['image'] });
    });

    it('lead as far as the finished file', async () => {
      const steps: NextStep[] = await next('sdxl-t2i');
      expect(steps.at(-1)!.why).toContain('GET each url of its outputs');
    });

    it('list the files of an online node if there is one, and submit to auto', async () => {
      const away = provider('away', { status: 'offline', is_default: true });
      nodes.providers = [away, provider('full')];
      const [check, list, submit] = await next('sd15-t2i');
      expect(check.why).toContain('can run on: away (offline), full.');
      expect(list.path).toBe('/api/comfy/models/checkpoints?provider=full');
      expect(submit.body.provider).toBe('auto');
    });

    it('ask for a node and a model where none has the default', async () => {
      nodes.providers = [provider('bare')];
      const submit = (await next('sd15-t2i'))[2];
      expect(submit).toMatchObject({ ready: false, fill: ['provider', 'checkpoint'] });
      expect(submit.body).not.toHaveProperty('provider');
    });

    it('ask for a model inside of workflow_params where the request has no field for it', async () => {
      const info = stockedObjectInfo(workflows);
      const input = { required: { model_name: [['4x-other.pth']] } };
      const loader = { ...info['UpscaleModelLoader']!, input } as unknown as NodeClassInfo;
      nodes.known.set('bare', { ...info, UpscaleModelLoader: loader });
      nodes.providers = [provider('bare')];
      const steps: NextStep[] = await next('upscale-image');
      const submit = steps.find(({ step }) => step === 'submit');
      expect(submit?.fill).toEqual(['provider', 'workflow_params.upscale_model', 'image']);
    });

    it('list the files of a node that can run it, else of any node there is', async () => {
      const listing = async () => (await next('sd15-t2i'))[1];
      const path = '/api/comfy/models/checkpoints?provider=';
      expect(await listing()).toMatchObject({ path: `${path}full`, ready: true });
      nodes.providers = [provider('bare')];
      expect(await listing()).toMatchObject({ path: `${path}bare`, ready: true });
      nodes.providers = [];
      const fill = ['provider'];
      expect(await listing()).toMatchObject({ path: `${path}{provider}`, ready: false, fill });
    });
  });

  describe('what nodes lack', () => {
    const missing = async (): Promise<LackingNode[]> =>
      (await get('/api/workflows/sd15-t2i')).body.requirements.missing;

    it('is distinguished from what is unknown', async () => {
      nodes.providers = [provider('bare'), provider('new', { status: 'offline' })];
      expect(await missing()).toMatchObject([
        { provider: 'bare', runnable: false, known: true },
        { provider: 'new', runnable: false, known: false, missing_classes: [] },
      ]);
    });

    it('names the value that a node refuses', async () => {
      const info = stockedObjectInfo(workflows);
      const latent = info['EmptyLatentImage']!;
      const required = { ...latent.input.required, width: ['INT', { max: 64 }] };
      const small = { ...latent, input: { required } } as unknown as NodeClassInfo;
      nodes.known.set('bare', { ...info, EmptyLatentImage: small });
      nodes.providers = [provider('bare')];
      const [{ unsupported_values } = { unsupported_values: [] }] = await missing();
      expect(unsupported_values).toEqual([
        { node: expect.any(String), class: 'EmptyLatentImage', input: 'width', value: 512 },
      ]);
    });
  });

  describe('the graph', () => {
    it("is in ComfyUI's API format", async () => {
      const { status, body } = await get('/api/workflows/sd15-t2i/graph');
      expect(status).toBe(200);
      expect(body.sampler).toMatchObject({ class_type: 'KSampler', _meta: { title: 'Sample' } });
    });
  });

  describe.each(['', '/graph'])('a missing workflow (%s)', (suffix) => {
    it('is 404 with a hint how to list workflows, without asking the nodes', async () => {
      nodes.classes = jest.fn(nodes.classes);
      for (const id of ['gone', 'constructor', '..%2Fsd15-t2i', 'x'.repeat(200)]) {
        const { status, body } = await get(`/api/workflows/${id}${suffix}`);
        expect(status).toBe(404);
        expect(body).toMatchObject({ code: 'workflow_not_found', hint: 'GET /api/workflows' });
      }
      expect(nodes.classes).not.toHaveBeenCalled();
    });

    it('is 403 before existence is checked, and names only what the key may use', async () => {
      caller = LIMITED;
      for (const id of ['flux1-dev-t2i', 'no-such-workflow']) {
        const { status, body } = await get(`/api/workflows/${id}${suffix}`);
        expect([status, body.code, body.requested]).toEqual([403, 'workflow_not_allowed', id]);
        expect(body.hint).toBe(
          'GET /api/workflows; this key may use: sdxl-t2i, sd15-t2i, gone. An admin can allow more.',
        );
      }
      const { body } = await get(`/api/workflows/sdxl-t21${suffix}`);
      expect(body).toMatchObject({ code: 'workflow_not_allowed', nearest: ['sdxl-t2i'] });
      expect((await get(`/api/workflows/gone${suffix}`)).status).toBe(404);
    });
  });
});
