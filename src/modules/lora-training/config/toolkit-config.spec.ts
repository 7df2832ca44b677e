import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorsOf } from '../../../../test/support/request-pipe';
import { parseTemplate, type TrainingTemplate } from '../templates/training-template';
import { checkTrainingRequest } from './request-rules';
import { resolveSettings } from './resolved-settings';
import { toolkitConfig } from './toolkit-config';
import { DEFAULT_SETTINGS, type SomeSettings } from './training-settings';

const FOLDER = join(__dirname, '../builtin');
const NAMES = readdirSync(FOLDER).map((file) => file.replace('.yaml', ''));
const template = (name: string): TrainingTemplate =>
  parseTemplate(name, readFileSync(join(FOLDER, `${name}.yaml`), 'utf8'));

const PLAIN = parseTemplate('plain', 'arch: zimage\nmodel_name_or_path: owner/name\n');

const configOf = (sent: SomeSettings, of = PLAIN) =>
  toolkitConfig(
    {
      jobName: 'mara_v1',
      triggerWord: 'mara_tok',
      template: of,
      trainingFolder: '/toolkit/output',
      datasetFolder: '/toolkit/datasets/mara',
    },
    resolveSettings(of.sets, sent),
  );
const processOf = (sent: SomeSettings, of = PLAIN): Record<string, Record<string, unknown>> =>
  configOf(sent, of).config.process[0] as Record<string, Record<string, unknown>>;

describe('toolkitConfig', () => {
  it.each(NAMES)('of the template %s', (name) => {
    expect(configOf({}, template(name))).toMatchSnapshot();
  });

  it('takes a sent value before the template, and the template before the default', () => {
    const sdxl = template('sdxl_identity');
    expect(processOf({}, sdxl)['train']).toMatchObject({ batch_size: 2, steps: 1800 });
    expect(processOf({ batch_size: 1 }, sdxl)['train']).toMatchObject({ batch_size: 1 });
    expect(
      processOf({ timestep_type: 'weighted' }, template('wan22_t2v_identity'))['train'],
    ).toMatchObject({
      timestep_type: 'weighted',
      switch_boundary_every: 10,
    });
  });

  it.each([
    ['l1', 'mae'],
    ['huber', 'pseudo_huber'],
    ['mse', 'mse'],
  ])('sends the loss %s as %s', (loss_type, sent) => {
    expect(processOf({ loss_type })['train']).toMatchObject({ loss_type: sent });
  });

  it.each([
    ['none', false, 'qfloat8'],
    ['uint4', true, 'uint4'],
    ['qfloat8', true, 'qfloat8'],
  ])('sends the quantization %s', (value, quantize, type) => {
    const sent = { transformer_quantization: value, te_quantization: value };
    expect(processOf(sent)['model']).toMatchObject({
      quantize,
      qtype: type,
      quantize_te: quantize,
      qtype_te: type,
    });
  });

  it('sends the rank as alpha, too', () => {
    expect(processOf({ lora_rank: 16 })['network']).toMatchObject({ linear: 16, linear_alpha: 16 });
  });

  it('drops no captions with cached embeddings, and leaves unloading to the cache', () => {
    const { datasets, train } = processOf({
      cache_text_embeddings: true,
      unload_text_encoder: true,
      caption_dropout_rate: 0.5,
    });
    expect(datasets).toMatchObject([{ caption_dropout_rate: 0 }]);
    expect(train).toMatchObject({ cache_text_embeddings: true, unload_text_encoder: false });
  });

  it('puts the trigger in front of sample prompts that lack it', () => {
    const prompts = ['a fox', '[trigger] at sea', 'mara_tok asleep', 'tomara_tok'];
    expect(processOf({ sample_prompts: prompts })['sample']?.['samples']).toEqual([
      { prompt: '[trigger], a fox' },
      { prompt: '[trigger] at sea' },
      { prompt: 'mara_tok asleep' },
      { prompt: '[trigger], tomara_tok' },
    ]);
    expect(processOf({ sample_prompts: [] })['train']).toMatchObject({ disable_sampling: true });
  });
});

describe('checkTrainingRequest', () => {
  const body = { job_name: 'a', trigger_word: 'a', dataset: 'a' };
  const errors = (sent: object, isAdmin = false): unknown[] =>
    errorsOf(() =>
      checkTrainingRequest({ ...body, ...sent }, resolveSettings(PLAIN.sets, sent), isAdmin),
    );

  it.each(['${HF_TOKEN}', 'a --w 64', '--seed 1', 'of [name]', 'of [NAME]'])(
    'refuses %s in every text that the toolkit would replace',
    (text) => {
      const fields = ['trigger_word', 'model', 'preservation_class'];
      for (const field of fields)
        expect(errors({ [field]: text })).toEqual([[`body.${field}`, 'value_error']]);
      expect(errors({ sample_prompts: ['fine', text] })).toEqual([
        ['body.sample_prompts.1', 'value_error'],
      ]);
      expect(errors({ model_name_or_path: text }, true)).toEqual([
        ['body.model_name_or_path', 'value_error'],
      ]);
    },
  );

  it('accepts [trigger], dashes and dollars', () => {
    expect(errors({ sample_prompts: ['[trigger], a well-known face -- no, $5'] })).toHaveLength(1);
    expect(errors({ sample_prompts: ['[trigger], a well-known face, $5 {a}'] })).toEqual([]);
  });

  it('limits all sample prompts together', () => {
    const prompts = (length: number) => Array.from({ length }, () => 'a'.repeat(2000));
    expect(errors({ sample_prompts: prompts(8) })).toEqual([]);
    expect(errors({ sample_prompts: prompts(9) })).toEqual([
      ['body.sample_prompts', 'value_error'],
    ]);
  });

  it('accepts a path as the model from admins only', () => {
    expect(errors({ model_name_or_path: '/models/x' })).toEqual([
      ['body.model_name_or_path', 'value_error'],
    ]);
    expect(errors({ model_name_or_path: '/models/x' }, true)).toEqual([]);
    expect(errors({ model_name_or_path: 'owner/name' })).toEqual([]);
  });

  it('refuses to unload the text encoder without cached embeddings', () => {
    const loc = 'body.unload_text_encoder';
    expect(errors({ unload_text_encoder: true })).toEqual([[loc, 'value_error']]);
    expect(errors({ unload_text_encoder: true, cache_text_embeddings: true })).toEqual([]);
  });
});

describe('parseTemplate', () => {
  it.each([
    ['a: 1', 'there is no field a; the fields are arch, model, model_name_or_path, sets, config'],
    ['[]', 'write the file as a mapping of names to values'],
    ['arch: x', 'write model_name_or_path as a text of at least one character'],
    [
      'arch: x\nmodel_name_or_path: y\nsets: { step: 1 }',
      'sets.step is not a setting of a training request',
    ],
    ['arch: x\nmodel_name_or_path: y\nsets: { steps: many }', 'write sets.steps as a number'],
    [
      'arch: x\nmodel_name_or_path: y\nsets: { low_vram: 1 }',
      'write sets.low_vram as true or false',
    ],
    [
      'arch: x\nmodel_name_or_path: y\nsets: { resolution: [a] }',
      'write sets.resolution as a list of numbers',
    ],
    ['arch: x\nmodel_name_or_path: y\nsets: { steps: 99999999 }', 'sets.steps: '],
    ['arch: x\nmodel_name_or_path: y\nsets: { batch_size: -3 }', 'sets.batch_size: '],
    ['arch: x\nmodel_name_or_path: y\nsets: { learning_rate: .inf }', 'sets.learning_rate: '],
    ['arch: x\nmodel_name_or_path: y\nsets: { optimizer: best }', 'sets.optimizer: '],
    [
      "arch: x\nmodel_name_or_path: y\nsets: { sample_prompts: ['${HF_TOKEN} --w 5'] }",
      'sets.sample_prompts.0: Leave out "${"',
    ],
  ])('refuses %j', (yaml, message) => {
    expect(() => parseTemplate('x', yaml)).toThrow(message);
  });

  it('knows every default', () => {
    expect(resolveSettings({}, {})).toEqual(DEFAULT_SETTINGS);
  });
});
