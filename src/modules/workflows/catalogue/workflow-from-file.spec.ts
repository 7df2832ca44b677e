import { BuiltinWorkflowsService } from './builtin-workflows.service';
import { BuiltinWorkflowsStore, type StoredWorkflow } from './builtin-workflows.store';
import { structureFindings } from '../graph/lint-structure';
import type { Workflow } from '../public/workflow';
import { workflowFileProblems } from './schema-problems';
import type { WorkflowFile } from './workflow-file';
import { workflowFrom } from './workflow-from-file';

async function file(id: string): Promise<StoredWorkflow> {
  const files = await new BuiltinWorkflowsStore().read();
  return files.find((one) => one.id === id)!;
}

class TestBuiltins extends BuiltinWorkflowsStore {
  constructor(private readonly files: readonly StoredWorkflow[]) {
    super();
  }
  override async read(): Promise<readonly StoredWorkflow[]> {
    return this.files;
  }
}

const read = (text: string, source: Workflow['source']): Workflow =>
  workflowFrom(JSON.parse(text) as WorkflowFile, source);

describe('workflowFrom', () => {
  it('derives what the file leaves out', async () => {
    const workflow = read((await file('flux1-dev-t2i')).text, 'builtin');
    expect(workflow).toMatchObject({
      source: 'builtin',
      supports_lora: true,
      inputs: { image: 'none', audio: 'none', video: 'none' },
      params: {
        prompt: { required: true },
        // The spec's default; the graph keeps the model's own value.
        guidance: { default: 4, required: false },
        steps: { default: 20 },
        unet: { default: 'flux1-dev.safetensors' },
        lora_strength: { default: 1, binds: [] },
      },
      graph: { guidance: { inputs: { guidance: 3.5 } } },
    });
    expect(workflow.params['prompt']).not.toHaveProperty('default');
    expect(workflow.params['seed']).not.toHaveProperty('default');
  });

  it('says in descriptions which params go into workflow_params', async () => {
    const nested = async (id: string): Promise<readonly string[]> => {
      const { params } = read((await file(id)).text, 'builtin');
      return Object.entries(params).flatMap(([name, { description }]) =>
        description.endsWith(' Goes into workflow_params.') ? [name] : [],
      );
    };
    expect(await nested('flux1-kontext-edit')).toEqual(['image_2', 'loras']);
    expect(await nested('wan22-5b-t2v')).toEqual([
      'unet',
      'lora_checkpoint',
      'lora_strength',
      'loras',
    ]);
  });

  it('defaults guidance to the file’s value, else to the graph’s', async () => {
    const flux = JSON.parse((await file('flux1-dev-t2i')).text);
    const guidanceOf = (stated: object): unknown => {
      const params = { ...flux.params, guidance: { ...flux.params.guidance, ...stated } };
      const text = JSON.stringify({ ...flux, params });
      return read(text, 'imported').params['guidance']?.default;
    };
    expect(guidanceOf({})).toBe(4);
    expect(guidanceOf({ default: 3 })).toBe(3);
    expect(guidanceOf({ default: undefined })).toBe(3.5);
  });

  it('derives which input files a workflow needs', async () => {
    const workflow = read((await file('sdxl-i2i')).text, 'imported');
    expect(workflow.source).toBe('imported');
    expect(workflow.inputs).toEqual({ image: 'required', audio: 'none', video: 'none' });
    expect(workflow.params['image']).not.toHaveProperty('default');
  });

  it('has no LoRA params without a slot', async () => {
    const text = (await file('sd15-t2i')).text;
    const bare = JSON.stringify({ ...JSON.parse(text), lora_slots: [] });
    const workflow = read(bare, 'builtin');
    expect(workflow.supports_lora).toBe(false);
    expect(Object.keys(workflow.params)).not.toContain('loras');
  });
});

describe('BuiltinWorkflowsService', () => {
  it('lists the workflows by id and finds each', async () => {
    const catalogue = new BuiltinWorkflowsService(
      new TestBuiltins([await file('sd15-t2i'), await file('sdxl-t2i')]),
    );
    await catalogue.onModuleInit();
    expect(catalogue.list().map(({ id }) => id)).toEqual(['sd15-t2i', 'sdxl-t2i']);
    expect(catalogue.get('sdxl-t2i')?.name).toBe('SDXL: text to image');
    expect(catalogue.get('constructor')).toBeUndefined();
  });

  it('names a file that is broken', async () => {
    const { text } = await file('sd15-t2i');
    for (const broken of ['{}', text.slice(0, 1000)])
      await expect(
        new BuiltinWorkflowsService(
          new TestBuiltins([{ id: 'sd15-t2i', text: broken }]),
        ).onModuleInit(),
      ).rejects.toThrow('built-in workflow sd15-t2i is broken');
  });

  it('has only valid workflows, under their own ids', async () => {
    const files = await new BuiltinWorkflowsStore().read();
    expect(files.length).toBeGreaterThan(20);
    for (const { id, text } of files) {
      expect(workflowFileProblems(JSON.parse(text))).toEqual([]);
      const workflow = read(text, 'builtin');
      expect(workflow.id).toBe(id);
      expect(structureFindings(workflow)).toEqual([]);
    }
  });
});
