import type { ComfyGraph, ComfyNode } from '../../src/modules/providers/public/comfy-types';
import { twoStageClip } from '../support/node-graphs';
import { type Fields, NodePictures } from '../support/node-pictures';
import { NodeService } from '../support/node-service';
import { describeNodes, itWithLoras, newSeed } from '../support/node-under-test';
import { png } from '../support/media-samples';
import { difference, pixelsOf } from '../support/pixels';

type Loader = readonly [id: string, node: ComfyNode];

/** The LoRA loaders between checkpoint and sampler, in order. */
function chainTo(graph: ComfyGraph, sampler: string): readonly Loader[] {
  const chain: Loader[] = [];
  let link = graph[sampler]?.inputs['model'];
  while (Array.isArray(link)) {
    const id = String(link[0]);
    const loader = graph[id];
    if (!loader?.class_type.startsWith('LoraLoader')) break;
    chain.unshift([id, loader]);
    link = loader.inputs['model'];
  }
  return chain;
}

/** The same in short. */
const stylesOf = (graph: ComfyGraph, sampler = 'sampler'): readonly unknown[] =>
  chainTo(graph, sampler).map(([, { inputs }]) => [inputs['lora_name'], inputs['strength_model']]);

describeNodes('LoRAs', (node) => {
  const service = new NodeService(node);
  const pictures = new NodePictures(service, node);
  /** The smallest size, and the same seed for all compared pictures. */
  const text = (checkpoint: string, more: Fields = {}): Fields => ({
    workflow: 'sd15-t2i',
    prompt: 'a red fox in the snow',
    provider: 'node',
    checkpoint,
    width: 64,
    height: 64,
    steps: 2,
    seed: newSeed(),
    ...more,
  });
  /** Bypasses the node's cache. */
  const painted = async (fields: Fields) => {
    await node.post('/free', { unload_models: true, free_memory: true });
    const job = await pictures.generate(fields);
    return { job, graph: await pictures.graphOf(job), pixels: await pictures.pixels(job) };
  };

  itWithLoras(node, 'one has its place in the graph', async (checkpoint, [lora]) => {
    const fields = text(checkpoint, { lora_checkpoint: lora, lora_strength: 0.75 });
    const { job, graph } = await painted(fields);
    expect(job).toMatchObject({
      models: [checkpoint],
      loras: [lora],
      settings: { lora_checkpoint: lora, lora_strength: 0.75 },
    });
    const [[id, loader]] = chainTo(graph, 'sampler') as [Loader];
    expect(loader.inputs).toEqual({
      lora_name: lora,
      strength_model: 0.75,
      strength_clip: 0.75,
      model: ['ckpt', 0],
      clip: ['ckpt', 1],
    });
    for (const encoder of ['pos', 'neg']) expect(graph[encoder]?.inputs['clip']).toEqual([id, 1]);
  });

  itWithLoras(node, 'two stand one after the other', async (checkpoint, [first, second]) => {
    const loras = [{ name: second, strength: -0.25, strength_clip: 0 }];
    const { job, graph } = await painted(
      text(checkpoint, {
        lora_checkpoint: first,
        lora_strength: 0.5,
        workflow_params: { loras },
      }),
    );
    expect(job).toMatchObject({ loras: [...new Set([first, second])], settings: { loras } });
    const [[one, before], [two, last]] = chainTo(graph, 'sampler') as [Loader, Loader];
    expect(before.inputs).toMatchObject({ lora_name: first, model: ['ckpt', 0] });
    expect(last.inputs).toEqual({
      lora_name: second,
      strength_model: -0.25,
      strength_clip: 0,
      model: [one, 0],
      clip: [one, 1],
    });
    for (const encoder of ['pos', 'neg']) expect(graph[encoder]?.inputs['clip']).toEqual([two, 1]);
  });

  itWithLoras(node, 'each changes the picture, two more than one', async (checkpoint, names) => {
    const [first, second] = names;
    const fields = text(checkpoint);
    const styled = (...loras: Fields[]) => painted({ ...fields, workflow_params: { loras } });
    const [a, b] = [
      { name: first, strength: 1 },
      { name: second, strength: -0.5 },
    ];
    const none = await painted(fields);
    const [one, other, two] = [await styled(a), await styled(b), await styled(a, b)];
    const again = [await painted(fields), await styled(a), await styled(a, b)];

    expect([none, one, other, two].map(({ graph }) => stylesOf(graph))).toEqual([
      [],
      [[first, 1]],
      [[second, -0.5]],
      [
        [first, 1],
        [second, -0.5],
      ],
    ]);
    // The same request makes the same picture, so differences come from the LoRAs.
    expect([none, one, two].map(({ pixels }, at) => again[at]?.pixels.equals(pixels))).toEqual([
      ...[true, true, true],
    ]);
    const apart = [
      ...[difference(none.pixels, one.pixels), difference(none.pixels, other.pixels)],
      ...[difference(none.pixels, two.pixels), difference(one.pixels, two.pixels)],
      difference(other.pixels, two.pixels),
    ];
    expect(apart.every((far) => far > 0)).toBe(true);
    node.log(
      `${first} and ${first === second ? 'the same file again: there is no other' : second}; mean ` +
        `differences none-one, none-other, none-two, one-two, other-two: ` +
        apart.map((far) => far.toFixed(2)).join(', '),
    );
  });

  itWithLoras(node, 'of two characters stand in their order', async (checkpoint, names) => {
    const [first, second] = names;
    const characters: readonly Fields[] = [
      {
        id: 'ida',
        name: 'Ida',
        trigger: 'ida_tok',
        base_prompt: 'a woman in red',
        loras: [{ workflow: 'sd15-t2i', name: first, strength: 1 }],
        defaults: { checkpoint, steps: 2, cfg: 4, negative: 'hat' },
      },
      {
        id: 'tom',
        name: 'Tom',
        trigger: 'tom_tok',
        defaults: { cfg: 9, sampler: 'ddim' },
        loras: [{ workflow: '*', name: second, strength: 0.3 }],
      },
    ];
    for (const character of characters) {
      const { status, body } = await service.http.post('/api/characters', character);
      expect([status, body['detail']]).toEqual([200, undefined]);
    }
    const fields = text(checkpoint, { checkpoint: undefined, steps: undefined });
    const bound = { characters: [{ id: 'ida' }, { id: 'tom', lora_strength: -0.5 }] };
    const { job, graph, pixels } = await painted({ ...fields, ...bound });
    const applied = [
      { name: first, strength: 1 },
      // The same file a second time is left out.
      ...(first === second ? [] : [{ name: second, strength: -0.5 }]),
    ];
    expect(stylesOf(graph)).toEqual(applied.map(({ name, strength }) => [name, strength]));
    const prompt = 'ida_tok, a woman in red, tom_tok, a red fox in the snow';
    expect(graph['pos']?.inputs['text']).toBe(prompt);
    expect(graph['sampler']?.inputs).toMatchObject({ steps: 2, cfg: 4, sampler_name: 'ddim' });
    expect(job.settings?.['characters']).toMatchObject({ loras: applied });
    const spelledOut = await painted({
      ...fields,
      checkpoint,
      prompt,
      steps: 2,
      cfg: 4,
      negative: 'hat',
      sampler: 'ddim',
      workflow_params: { loras: applied },
    });
    expect(spelledOut.pixels.equals(pixels)).toBe(true);
  });

  it('a picture of a character goes into a graph that takes one', async () => {
    const graph = {
      source: { class_type: 'LoadImage', inputs: { image: 'example.png' } },
      inverted: { class_type: 'ImageInvert', inputs: { image: ['source', 0] } },
      save: {
        class_type: 'SaveImage',
        inputs: { images: ['inverted', 0], filename_prefix: 'x' },
      },
    };
    const imported = await service.http.post('/api/workflows', { id: 'invert', graph });
    expect([imported.status, imported.body['detail']]).toEqual([201, undefined]);
    const picture = await pictures.upload(await png(64, 64));
    const character = { id: 'face', name: 'Face', source_images: [picture] };
    expect((await service.http.post('/api/characters', character)).status).toBe(200);
    const fields = { workflow: 'invert', provider: 'node', prompt: 'x' };
    const job = await pictures.generate({ ...fields, character: 'face' });
    const original = await pixelsOf(await png(64, 64));
    const inverted = original.map((value) => 255 - value);
    expect(difference(await pictures.pixels(job), Buffer.from(inverted))).toBeLessThan(1);
  });

  itWithLoras(node, 'of strength 0 change nothing', async (checkpoint, [lora]) => {
    const fields = text(checkpoint);
    const plain = await painted(fields);
    const none = await painted({ ...fields, lora_checkpoint: lora, lora_strength: 0 });
    expect(none.pixels.equals(plain.pixels)).toBe(true);
  });

  itWithLoras(node, 'go to the expert that they name, or to both', async (checkpoint, names) => {
    const [first, second] = names;
    const graph = twoStageClip({ checkpoint, prefix: 'x', steps: 2 });
    const imported = await service.http.post('/api/workflows', { id: 'experts', graph });
    expect([imported.status, imported.body['detail']]).toEqual([201, undefined]);
    const fields = { workflow: 'experts', provider: 'node', prompt: 'a fox', seed: newSeed() };
    const made = async (...loras: Fields[]) => {
      const { body } = await service.http.post('/api/video/generate', {
        ...fields,
        ...(loras.length === 0 ? {} : { workflow_params: { loras } }),
      });
      const job = await service.finished(String(body['prompt_id']));
      expect([job.status, job.error]).toEqual(['completed', null]);
      return { graph: await pictures.graphOf(job), pixels: await pictures.pixels(job) };
    };
    const none = await made();
    const styled = await made(
      { name: first, strength: 0.75, target: 'high' },
      { name: second, strength: -0.5, target: 'low' },
      { name: first, strength: 0.25 },
    );
    expect([stylesOf(none.graph, 'high'), stylesOf(none.graph, 'low')]).toEqual([[], []]);
    expect(stylesOf(styled.graph, 'high')).toEqual([
      [first, 0.75],
      [first, 0.25],
    ]);
    expect(stylesOf(styled.graph, 'low')).toEqual([
      [second, -0.5],
      [first, 0.25],
    ]);
    expect(difference(none.pixels, styled.pixels)).toBeGreaterThan(0);
  });
});
