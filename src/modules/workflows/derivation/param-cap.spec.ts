import { recordedObjectInfo } from '../../../../test/support/workflow-fixtures';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import { nodeParam } from '../public/node-params';
import { importedWorkflow } from './imported-workflow';
import { cappedParams, MAX_PARAMS, ParamBook, type ParamDraft } from './param-book';

const info = recordedObjectInfo();

/** One encoder with very many texts, sampled and saved. */
const wordy = (texts: number): ComfyGraph => ({
  m: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'a.safetensors' } },
  e: {
    class_type: 'Encoder',
    inputs: {
      ...Object.fromEntries(
        Array.from({ length: texts }, (_, at) => [`text_${String(at)}`, `word ${String(at)}`]),
      ),
      clip: ['m', 1],
    },
  },
  l: { class_type: 'EmptyLatentImage', inputs: { width: 512, height: 512, batch_size: 1 } },
  k: {
    class_type: 'KSampler',
    inputs: {
      seed: 1,
      steps: 20,
      cfg: 1,
      denoise: 1,
      sampler_name: 'euler',
      scheduler: 'normal',
      model: ['m', 0],
      positive: ['e', 0],
      negative: ['e', 0],
      latent_image: ['l', 0],
    },
  },
  v: { class_type: 'VAEDecode', inputs: { samples: ['k', 0], vae: ['m', 2] } },
  o: { class_type: 'SaveImage', inputs: { images: ['v', 0], filename_prefix: 'x' } },
});

describe('the limit of params', () => {
  it('limits the params of a graph with very many inputs', () => {
    const { workflow, guesses, warnings } = importedWorkflow(
      { id: 'wordy', graph: wordy(18_000) },
      info,
    );
    const params = workflow?.params ?? {};
    expect(Object.keys(params).filter((name) => name in guesses)).toHaveLength(MAX_PARAMS);
    expect(Object.keys(params)).toEqual(
      expect.arrayContaining(['prompt', 'seed', 'steps', 'cfg', 'width', 'height', 'checkpoint']),
    );
    expect(JSON.stringify(params).length).toBeLessThan(200_000);
    const [warning = ''] = warnings.filter((one) => one.startsWith('Has '));
    expect(warning).toMatch(
      /^Has 18\d+ params, of which 500 are listed\. The others keep the graph's values; .* and \d+ more\.$/,
    );
    const [name = ''] = /node_e\.text_\d+/.exec(warning) ?? [];
    expect(nodeParam(workflow!, name, info)).toMatchObject({
      binds: [{ node: 'e', input: name.replace('node_e.', '') }],
    });
  });

  it('gives no warning for ordinary graphs', () => {
    const { warnings } = importedWorkflow({ id: 'wordy', graph: wordy(400) }, info);
    expect(warnings.filter((one) => one.startsWith('Has '))).toEqual([]);
  });

  it('keeps params with request fields first, then those with the highest confidence', () => {
    const book = new ParamBook();
    const add = (name: string, confidence: ParamDraft['confidence'], plus?: string): void => {
      const input = `${name} ${String(book.drafts.length)}`;
      const bind = { node: '1', input, ...(plus === undefined ? {} : { plus }) };
      book.add({ name, confidence, reason: '', description: '', binds: [bind] });
    };
    for (let at = 0; at < MAX_PARAMS; at += 1) add('text', 'medium');
    add('late', 'high');
    add('width', 'low');
    add('steps_low', 'high', 'text_500');
    const names = cappedParams(book).drafts.map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['text', 'text_2']);
    // What is added to another one doesn't stay without it.
    expect(names.slice(-3)).toEqual([`text_${String(MAX_PARAMS - 3)}`, 'late', 'width']);
  });
});
