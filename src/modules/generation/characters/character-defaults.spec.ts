import { param, workflowAround } from '../../../../test/support/workflow-fixtures';
import { requestedWorkflow } from '../params/requested-workflow';
import type { BoundCharacter } from './bound-characters.service';
import { characterDefaults, settleDefaults } from './character-defaults';

const WORKFLOW = workflowAround(
  { pack: { class_type: 'FromAPack', inputs: { file_path: '/x', strength: 1 } } },
  { params: { prompt: param('text'), steps: param('integer'), image: param('image') } },
);

const character = (id: string, defaults: object): BoundCharacter => ({
  id,
  trigger: '',
  base_prompt: '',
  source_images: [],
  loras: [],
  voice: null,
  defaults: { ...defaults },
  binding: { id, loc: ['body', 'character'] },
});

/** What becomes of the defaults of two characters beside a prompt, on a node that was never reached. */
function settled(first: object, second: object = {}) {
  const prompt = { name: 'prompt', value: 'a fox', loc: ['body', 'prompt'], nested: false };
  const characters = [character('one', first), character('two', second)];
  const defaults = characterDefaults(characters, [prompt]);
  const workflow = requestedWorkflow(WORKFLOW, defaults, null);
  const request = {
    workflow,
    sent: [prompt],
    at: ['body'],
    promptChars: 100,
    otherWorkflowsWith: () => [],
  };
  const { applied, refused } = settleDefaults(request, defaults, null);
  return {
    applied: Object.fromEntries(applied.map(({ name, value }) => [name, value])),
    refused: Object.fromEntries(
      refused.map(({ character: id, name, why_not }) => [`${id} ${name}`, why_not]),
    ),
  };
}

describe('the defaults of characters', () => {
  it('apply where the request leaves a param out, nested or not', () => {
    const nested = { workflow_params: { 'node_pack.strength': 2 } };
    const { applied, refused } = settled({ prompt: 'x', steps: 3, ...nested });
    expect(applied).toEqual({ steps: 3, 'node_pack.strength': 2 });
    expect(refused).toEqual({});
  });

  it('apply from the first character that has a valid one', () => {
    const { applied, refused } = settled({ steps: 'many' }, { steps: 4 });
    expect(applied).toEqual({ steps: 4 });
    expect(refused).toEqual({ 'one steps': 'Send a whole number, without quotes.' });
    expect(settled({ steps: 3 }, { steps: 4 }).refused).toEqual({
      'two steps': "The default of 'one' applies, which is bound before.",
    });
  });

  it('name no file, neither of the catalogue nor of the node', () => {
    const { applied, refused } = settled({
      image: 'mine.png',
      'node_pack.file_path': '/etc/passwd',
      provider: 'a',
      workflow_params: 'x',
      unknown: 1,
      seed: null,
    });
    expect(applied).toEqual({});
    expect(refused).toEqual({
      'one image': 'A default can’t be a file. Send it with the request.',
      'one node_pack.file_path': 'It could name a file of the node. Send it with the request.',
      'one provider': 'Only requests say this: it is not a param of a workflow.',
      'one workflow_params': 'Only requests say this: it is not a param of a workflow.',
      'one unknown': "The workflow 'test' has no such param.",
    });
  });
});
