import { errorsOf, runPipe } from '../../../../test/support/request-pipe';
import { StartTrainingDto } from './training.request';

const VALID = { job_name: 'mara_v1', trigger_word: 'mara', dataset: 'mara' };

const errors = (fields: Record<string, unknown>): unknown[] =>
  errorsOf(() => runPipe({ ...VALID, ...fields }, 'body', StartTrainingDto)).map((error) =>
    (error as unknown[]).slice(0, 2),
  );

describe('StartTrainingDto', () => {
  it('requires job_name, trigger_word and dataset', () => {
    expect(errorsOf(() => runPipe({}, 'body', StartTrainingDto))).toEqual([
      ['body.job_name', 'missing'],
      ['body.trigger_word', 'missing'],
      ['body.dataset', 'missing'],
    ]);
    expect(errors({})).toEqual([]);
  });

  /** The bounds themselves are accepted. */
  const RANGES: readonly (readonly [field: string, min: number, max: number, step: number])[] = [
    ['lora_rank', 4, 128, 1],
    ['steps', 100, 10_000, 1],
    ['learning_rate', 0.000001, 0.01, 0.0000001],
    ['batch_size', 1, 8, 1],
    ['gradient_accumulation', 1, 16, 1],
    ['weight_decay', 0, 0.1, 0.0001],
    ['caption_dropout_rate', 0, 1, 0.01],
    ['differential_guidance_scale', 1, 10, 0.01],
    ['sample_every', 50, 5000, 1],
    ['sample_steps', 10, 100, 1],
    ['sample_width', 512, 2048, 1],
    ['sample_height', 512, 2048, 1],
    ['sample_guidance_scale', 0, 10, 0.01],
  ];

  it.each(RANGES)('%s takes values from %d to %d', (field, min, max, step) => {
    expect(errors({ [field]: min })).toEqual([]);
    expect(errors({ [field]: max })).toEqual([]);
    expect(errors({ [field]: min - step })).toEqual([[`body.${field}`, 'greater_than_equal']]);
    expect(errors({ [field]: max + step })).toEqual([[`body.${field}`, 'less_than_equal']]);
  });

  it.each([
    ['job_name', '', 'string_too_short'],
    ['job_name', 'a b', 'string_pattern_mismatch'],
    ['job_name', 'é', 'string_pattern_mismatch'],
    ['job_name', '../x', 'string_pattern_mismatch'],
    ['trigger_word', '', 'string_too_short'],
    ['dataset', '', 'string_too_short'],
    ['dataset', '..', 'string_pattern_mismatch'],
    ['dataset', 'a/b', 'string_pattern_mismatch'],
    ['transformer_quantization', 'int4', 'enum'],
    ['te_quantization', '', 'enum'],
    ['optimizer', 'lion', 'enum'],
    ['timestep_type', 'linear', 'enum'],
    ['loss_type', 'mae', 'enum'],
    ['steps', '1800', 'int_type'],
    ['steps', 100.5, 'int_type'],
    ['learning_rate', '0.1', 'float_type'],
    ['low_vram', 1, 'bool_type'],
    ['resolution', 768, 'list_type'],
    ['sample_prompts', 'a fox', 'list_type'],
    ['sample_seed', 1.5, 'int_type'],
    ['rank', 32, 'extra_forbidden'],
  ])('refuses %s: %p with %s', (field, value, type) => {
    const found = errors({ [field]: value }) as [string, string][];
    expect(found.map(([loc]) => loc)).toContain(`body.${field}`);
    expect(found.map(([, one]) => one)).toContain(type);
  });

  it('names the position of a wrong item', () => {
    expect(errors({ resolution: [768, 8], sample_prompts: ['a', ''] })).toEqual([
      ['body.resolution.1', 'greater_than_equal'],
      ['body.sample_prompts.1', 'string_too_short'],
    ]);
  });

  it.each([
    ['transformer_quantization', ['qfloat8', 'uint4', 'none']],
    ['te_quantization', ['qfloat8', 'uint4', 'none']],
    ['optimizer', ['adamw8bit', 'adamw', 'sgd']],
    ['timestep_type', ['weighted', 'sigmoid']],
    ['loss_type', ['mse', 'l1', 'huber']],
  ])('%s takes every value of the specification', (field, values) => {
    for (const value of values) expect(errors({ [field]: value })).toEqual([]);
  });
});
