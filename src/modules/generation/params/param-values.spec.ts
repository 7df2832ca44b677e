import { param, workflowAround } from '../../../../test/support/workflow-fixtures';
import type { WorkflowParam } from '../../workflows/public/workflow';
import { modelSpellings, paramValues, seedRange } from './param-values';
import { sentParams } from './sent-params';

const given = (params: Record<string, WorkflowParam>, fields: object = {}) => ({
  workflow: workflowAround({}, { params }),
  sent: sentParams({ workflow: 'w', prompt: 'a fox', provider: 'auto', ...fields }, ['body']),
});

describe('paramValues', () => {
  const values = (
    params: Record<string, WorkflowParam>,
    fields: object = {},
    resolved = new Map<string, unknown>(),
  ) => {
    const { workflow, sent } = given(params, fields);
    return paramValues(workflow, sent, resolved);
  };

  it('prefers sent values to the workflow’s defaults', () => {
    const params = {
      steps: param('integer', { default: 20 }),
      cfg: param('number', { default: 7 }),
    };
    expect(values(params, { steps: 4 })).toEqual({ steps: 4, cfg: 7 });
    expect(values(params, { workflow_params: { cfg: 0 } })).toEqual({ steps: 20, cfg: 0 });
  });

  it('prefers resolved values to sent ones', () => {
    const params = { image: param('image'), seed: param('integer') };
    const resolved = new Map<string, unknown>([
      ['image', 'kinora/s/f.png'],
      ['seed', 9],
    ]);
    expect(values(params, { image: 'a.png' }, resolved)).toEqual({
      image: 'kinora/s/f.png',
      seed: 9,
    });
  });

  it('omits values that the workflow has no param for', () => {
    expect(values({}, { filename_prefix: 'x' })).toEqual({});
  });
});

describe('modelSpellings', () => {
  const listed = param('model', { folder: 'vae', choices: ['sub\\ae.safetensors'] });

  it('uses the node’s spelling of files', () => {
    const { workflow, sent } = given(
      { vae: listed, steps: param('integer') },
      { vae: 'ae', steps: 4 },
    );
    expect([...modelSpellings(workflow, sent)]).toEqual([['vae', 'sub\\ae.safetensors']]);
  });

  it('does not change files that the node doesn’t list', () => {
    const unlisted = given({ vae: param('model', { folder: 'vae' }) }, { vae: 'ae' });
    const unknown = given({ vae: listed }, { vae: 'other' });
    for (const { workflow, sent } of [unlisted, unknown])
      expect(modelSpellings(workflow, sent).size).toBe(0);
  });
});

describe('seedRange', () => {
  const range = (seed: WorkflowParam | null, fields: object = {}) => {
    const { workflow, sent } = given(seed ? { seed } : {}, fields);
    return seedRange(workflow, sent);
  };

  it('is within the bounds and the range of the random source', () => {
    expect(range(param('integer', { minimum: 0, maximum: 2 ** 53 - 1 }))).toEqual({
      lowest: 0,
      count: 2 ** 48,
    });
    expect(range(param('integer', { minimum: 5, maximum: 9 }))).toEqual({ lowest: 5, count: 5 });
    expect(range(param('integer', { minimum: -1, maximum: 2 ** 32 - 1 }))).toEqual({
      lowest: 0,
      count: 2 ** 32,
    });
  });

  it('is null when a seed was sent, even zero, or the workflow takes none', () => {
    expect(range(param('integer'), { seed: 0 })).toBeNull();
    expect(range(param('integer'), { workflow_params: { seed: 3 } })).toBeNull();
    expect(range(null)).toBeNull();
  });
});
