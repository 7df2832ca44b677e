import sharp from 'sharp';
import type {
  ComfyGraph,
  ComfyNode,
  ObjectInfo,
} from '../../src/modules/providers/public/comfy-types';
import { readEvents } from '../support/event-reader';
import { png } from '../support/media-samples';
import { type NodeJobRecord, NodeService } from '../support/node-service';
import { describeNodes, itPaints, itStyles, newSeed } from '../support/node-under-test';
import { pixelsOf } from '../support/pixels';

type Fields = Record<string, unknown>;
type Loader = readonly [id: string, node: ComfyNode];

/** The LoRA loaders of a graph that has one or two. */
const lorasOf = (graph: ComfyGraph): readonly [Loader, Loader] =>
  Object.entries(graph).filter(
    ([, { class_type }]) => class_type === 'LoraLoader',
  ) as unknown as readonly [Loader, Loader];

describeNodes('pictures by our workflows', (node) => {
  const service = new NodeService(node);
  const prompt = 'a red fox in the snow';
  /** As small as the model can; any checkpoint will do, good or bad. */
  const text = (checkpoint: string, more: Fields = {}): Fields => ({
    ...{ workflow: 'sd15-t2i', prompt, provider: 'node', checkpoint },
    ...{ width: 64, height: 64, steps: 2, seed: newSeed(), ...more },
  });

  const submit = async (fields: Fields): Promise<string> => {
    const { status, body } = await service.http.post('/api/image/generate', fields);
    expect([status, body['detail']]).toEqual([200, undefined]);
    expect(body['ok']).toBe(true);
    return String(body['prompt_id']);
  };
  const generate = async (fields: Fields): Promise<NodeJobRecord> => {
    const job = await service.finished(await submit(fields));
    expect([job.status, job.error]).toEqual(['completed', null]);
    expect(job.outputs).toHaveLength(1);
    return job;
  };
  const picture = (job: NodeJobRecord): Promise<Buffer> => service.file(job.outputs[0]);
  const pixels = async (job: NodeJobRecord): Promise<Buffer> => pixelsOf(await picture(job));
  /** The graph as we built it, once the node's history has shown that it ran just that. */
  const graphOf = async ({ prompt_id }: NodeJobRecord): Promise<ComfyGraph> => {
    const { body } = await service.http.get<ComfyGraph>(`/api/jobs/${prompt_id}/graph`);
    expect((await node.history(prompt_id))?.prompt[2]).toEqual(body);
    return body;
  };
  const upload = async (content: Buffer): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)]), 'source.png');
    const response = await fetch(`${service.http.url}/api/media`, { method: 'POST', body: form });
    return ((await response.json()) as { path: string }).path;
  };

  it('can be asked for with the files that the node has', async () => {
    const { body } = await service.http.get<{ params: Record<string, { choices: string[] }> }>(
      '/api/workflows/sd15-t2i',
    );
    const { checkpoint, lora_checkpoint } = body.params;
    expect(checkpoint?.choices).toEqual(await node.get('/models/checkpoints'));
    expect(lora_checkpoint?.choices).toEqual(expect.arrayContaining([...node.loras]));
  });

  itPaints(node, 'tell what made them, and nothing of it is in the file', async (checkpoint) => {
    const fields = text(checkpoint, { width: 128, negative: 'blurry', cfg: 6.5 });
    const job = await generate(fields);
    const { seed } = fields;
    expect(job).toMatchObject({
      ...{ models: [checkpoint], loras: [] },
      outputs: [{ type: 'image', width: 128, height: 64 }],
      settings: { prompt, negative: 'blurry', cfg: 6.5, seed, steps: 2, width: 128, checkpoint },
    });
    expect(job.settings).toMatchObject({ sampler: 'euler', scheduler: 'normal', height: 64 });
    const file = await picture(job);
    expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 128, height: 64 });
    expect(file.toString('latin1')).not.toMatch(/tEXt|zTXt|iTXt|eXIf|CLIPTextEncode/);
    expect((await graphOf(job))['save']?.inputs['filename_prefix']).toContain(job.prompt_id);
  });

  itPaints(node, 'are the same for the same seed, and others for another', async (checkpoint) => {
    const first = text(checkpoint, { seed: 11 });
    const once = await pixels(await generate(first));
    // What the node remembers of the first is gone after the second.
    const other = await pixels(await generate({ ...first, seed: 12, cfg: 7.5 }));
    const again = await pixels(await generate(first));
    expect(again.equals(once)).toBe(true);
    expect(other.equals(once)).toBe(false);
  });

  itPaints(node, 'without a seed get one, and a rerun makes the same again', async (checkpoint) => {
    const first = await generate(text(checkpoint, { seed: undefined }));
    expect(first.settings?.['seed']).toEqual(expect.any(Number));
    await generate(text(checkpoint));
    const { body } = await service.http.post(`/api/jobs/${first.prompt_id}/rerun`, {});
    const second = await service.finished(String(body['prompt_id']));
    expect(second).toMatchObject({ status: 'completed', settings: first.settings });
    expect((await pixels(second)).equals(await pixels(first))).toBe(true);
  });

  itPaints(node, 'of one and the same graph are two files', async (checkpoint) => {
    const fields = text(checkpoint);
    const [first, second] = await Promise.all([generate(fields), generate(fields)]);
    expect(first.outputs[0]?.path).not.toBe(second.outputs[0]?.path);
    expect((await pixels(first)).equals(await pixels(second))).toBe(true);
  });

  itPaints(node, 'can be followed from beginning to end', async (checkpoint) => {
    const promptId = await submit(text(checkpoint, { steps: 4 }));
    const events = await readEvents(`${service.http.url}/api/jobs/${promptId}/events`, () => false);
    const kinds = events.map(({ kind }) => kind);
    expect(kinds[0]).toBe('job');
    expect(kinds).toEqual(expect.arrayContaining(['progress', 'output']));
    expect(kinds.slice(-2)).toEqual(['job', 'end']);
    expect(events.at(-2)?.data).toMatchObject({ prompt_id: promptId, status: 'completed' });
    const fractions = events
      .filter(({ kind }) => kind === 'progress')
      .map(({ data }) =>
        Number((data['progress'] as Fields | undefined)?.['fraction'] ?? data['fraction']),
      );
    expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
    expect([...fractions].sort((a, b) => a - b)).toEqual(fractions);
  });

  itStyles(
    node,
    'in a LoRA style have it in the graph, in its place',
    async (checkpoint, [lora]) => {
      const job = await generate(text(checkpoint, { lora_checkpoint: lora, lora_strength: 0.75 }));
      expect(job).toMatchObject({
        ...{ models: [checkpoint], loras: [lora] },
        settings: { lora_checkpoint: lora, lora_strength: 0.75 },
      });
      const graph = await graphOf(job);
      const [[id, loader]] = lorasOf(graph);
      expect(loader.inputs).toEqual({
        ...{ lora_name: lora, strength_model: 0.75, strength_clip: 0.75 },
        ...{ model: ['ckpt', 0], clip: ['ckpt', 1] },
      });
      expect(graph['sampler']?.inputs['model']).toEqual([id, 0]);
      for (const words of ['pos', 'neg']) expect(graph[words]?.inputs['clip']).toEqual([id, 1]);
    },
  );

  itStyles(node, 'in two LoRA styles have both, one after the other', async (checkpoint, names) => {
    const [first, second] = names;
    const loras = [
      { name: first, strength: 0.5 },
      { name: second, strength: -0.25, strength_clip: 0 },
    ];
    const job = await generate(text(checkpoint, { workflow_params: { loras } }));
    expect(job).toMatchObject({ loras: [...new Set([first, second])], settings: { loras } });
    const graph = await graphOf(job);
    const [[one], [two, last]] = lorasOf(graph);
    expect(graph[one]?.inputs).toMatchObject({ lora_name: first, model: ['ckpt', 0] });
    expect(last.inputs).toMatchObject({ lora_name: second, strength_model: -0.25 });
    expect(last.inputs).toMatchObject({ model: [one, 0], clip: [one, 1], strength_clip: 0 });
    expect(graph['sampler']?.inputs['model']).toEqual([two, 0]);
  });

  itStyles(node, 'in a LoRA style of strength 0 are those without', async (checkpoint, [lora]) => {
    const fields = text(checkpoint);
    const plain = await pixels(await generate(fields));
    const none = await generate({ ...fields, lora_checkpoint: lora, lora_strength: 0 });
    expect((await pixels(none)).equals(plain)).toBe(true);
  });

  itPaints(node, 'from pictures keep less of them the more may change', async (checkpoint) => {
    const source = await upload(await png(96, 64, 3));
    const fields = {
      ...{ workflow: 'sdxl-i2i', prompt, provider: 'node', checkpoint, image: source },
      ...{ steps: 2, seed: 5, workflow_params: { 'node_scale.megapixels': 0.01 } },
    };
    const [little, much] = [
      await generate({ ...fields, denoise: 0.5 }),
      await generate({ ...fields, denoise: 1 }),
    ];
    expect(little).toMatchObject({
      models: [checkpoint],
      settings: { image: source, denoise: 0.5, seed: 5, steps: 2 },
    });
    // 0.01 of 1024 × 1024 pixels in the shape of the source: 125 × 84, which newer nodes bring to the nearest multiples
    // of 8 and older ones crop to them.
    const classes = await node.get<ObjectInfo>('/object_info/ImageScaleToTotalPixels');
    const rounds = 'resolution_steps' in (classes['ImageScaleToTotalPixels']?.input.required ?? {});
    expect(little.outputs).toMatchObject([{ width: rounds ? 128 : 120, height: 80 }]);
    expect((await pixels(little)).equals(await pixels(much))).toBe(false);
    const graph = await graphOf(little);
    expect(graph['image']?.inputs['image']).toMatch(/^kinora\/\w+\/[0-9a-f]{64}\.png$/);
  });

  itPaints(
    node,
    'by a checkpoint that the node lacks are refused before anything runs',
    async () => {
      const before = service.wire.count('POST /prompt');
      const fields = text('no-such-checkpoint.safetensors');
      const { status, body } = await service.http.post('/api/image/generate', fields);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(JSON.stringify(body)).toContain('checkpoint');
      expect(service.wire.count('POST /prompt')).toBe(before);
    },
  );
});
