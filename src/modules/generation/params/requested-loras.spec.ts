import { param, workflowAround } from '../../../../test/support/workflow-fixtures';
import { findLoraCheckpoint, requestedLoras } from './requested-loras';
import { sentParams } from './sent-params';

const LORAS = ['mara_v2.safetensors', 'styles/ink.safetensors'];

function given(fields: object, choices: readonly string[] | null = LORAS) {
  const listed = choices ? { folder: 'loras', choices } : { folder: 'loras' };
  const params = {
    lora_checkpoint: param('lora', listed),
    lora_strength: param('number'),
    loras: param('loras', listed),
  };
  const workflow = workflowAround({}, { params });
  const request = { workflow: 'w', prompt: 'p', provider: 'auto', ...fields };
  return { workflow, sent: sentParams(request, ['body']) };
}

describe('findLoraCheckpoint', () => {
  const found = (fields: object, choices?: readonly string[] | null) => {
    const { workflow, sent } = given(fields, choices);
    return findLoraCheckpoint(workflow, sent);
  };

  it.each([
    [{}, null],
    [{ lora_checkpoint: 'mara_v2.safetensors' }, 'mara_v2.safetensors'],
    [{ lora_checkpoint: 'mara_v2' }, 'mara_v2.safetensors'],
    [{ lora_checkpoint: 'styles/ink' }, 'styles/ink.safetensors'],
    [{ lora_checkpoint: 'styles\\ink.safetensors' }, 'styles/ink.safetensors'],
    [{ lora_checkpoint: 'ink.safetensors' }, 'styles/ink.safetensors'],
  ])('of %j is %s', (fields, name) => {
    expect(found(fields)).toEqual({ file: name });
  });

  it('says why no LoRA matches, with the nearest names', () => {
    expect(found({ lora_checkpoint: 'mara_v3' })).toMatchObject({
      file: null,
      why: expect.stringContaining('mara_v2.safetensors'),
      nearest: ['mara_v2.safetensors'],
    });
    expect(found({ lora_checkpoint: 'latest' })).toMatchObject({
      file: null,
      why: expect.stringContaining('published'),
    });
  });

  it('uses the name as it is while the node was never reached', () => {
    expect(found({ lora_checkpoint: 'anything' }, null)).toEqual({ file: 'anything' });
  });
});

describe('requestedLoras', () => {
  const loras = (fields: object, checkpoint: string | null = null) => {
    const { workflow, sent } = given(fields);
    return requestedLoras(workflow, sent, checkpoint);
  };

  it('puts lora_checkpoint first, and applies lora_strength to it alone', () => {
    const fields = { lora_strength: 0.5, workflow_params: { loras: [{ name: 'ink' }] } };
    expect(loras(fields, 'mara_v2.safetensors')).toEqual([
      { name: 'mara_v2.safetensors', strength: 0.5 },
      { name: 'styles/ink.safetensors', strength: 1 },
    ]);
  });

  it('uses strength 1 by default', () => {
    expect(loras({}, 'a')).toEqual([{ name: 'a', strength: 1 }]);
    expect(loras({ lora_strength: 0.5 })).toEqual([]);
  });

  it('keeps the fields of each LoRA, in the order sent', () => {
    const sent = [
      { name: 'ink', strength: 0, strength_clip: 0.3, target: 'high' },
      { name: 'mara_v2', strength: null, strength_clip: null, target: null },
    ];
    expect(loras({ workflow_params: { loras: sent } })).toEqual([
      { name: 'styles/ink.safetensors', strength: 0, strength_clip: 0.3, target: 'high' },
      { name: 'mara_v2.safetensors', strength: 1 },
    ]);
  });
});
