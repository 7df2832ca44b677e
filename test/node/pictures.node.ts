import sharp from 'sharp';
import type { ObjectInfo } from '../../src/modules/providers/public/comfy-types';
import { eventually } from '../support/eventually';
import { readEvents } from '../support/event-reader';
import { png } from '../support/media-samples';
import { type Fields, NodePictures } from '../support/node-pictures';
import { NodeService } from '../support/node-service';
import { describeNodes, itWithCheckpoint, newSeed } from '../support/node-under-test';

interface WorkflowParams {
  readonly params: Readonly<Record<string, { readonly choices: readonly string[] | null }>>;
}

describeNodes('pictures by our workflows', (node) => {
  const service = new NodeService(node);
  const pictures = new NodePictures(service, node);
  const prompt = 'a red fox in the snow';
  /** The smallest size; the quality of the checkpoint doesn't matter. */
  const fieldsFor = (checkpoint: string, more: Fields = {}): Fields => ({
    workflow: 'sd15-t2i',
    prompt,
    provider: 'node',
    checkpoint,
    width: 64,
    height: 64,
    steps: 2,
    seed: newSeed(),
    ...more,
  });

  it('can be requested with the model files of the node', async () => {
    // The record doesn't wait long for a node that answers slowly.
    const { checkpoint, lora_checkpoint } = await eventually(async () => {
      const { body } = await service.http.get<WorkflowParams>('/api/workflows/sd15-t2i');
      return body.params['checkpoint']?.choices && body.params;
    });
    expect(checkpoint?.choices).toEqual(await node.get('/models/checkpoints'));
    expect(lora_checkpoint?.choices).toEqual(expect.arrayContaining([...node.loras]));
  });

  itWithCheckpoint(
    node,
    'come with the settings in their jobs, and without metadata in their files',
    async (checkpoint) => {
      const fields = fieldsFor(checkpoint, { width: 128, negative: 'blurry', cfg: 6.5 });
      const job = await pictures.generate(fields);
      const { seed } = fields;
      expect(job).toMatchObject({
        models: [checkpoint],
        loras: [],
        outputs: [{ type: 'image', width: 128, height: 64 }],
        settings: { prompt, negative: 'blurry', cfg: 6.5, seed, steps: 2, width: 128, checkpoint },
      });
      expect(job.settings).toMatchObject({ sampler: 'euler', scheduler: 'normal', height: 64 });
      const file = await pictures.file(job);
      expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 128, height: 64 });
      expect(file.toString('latin1')).not.toMatch(/tEXt|zTXt|iTXt|eXIf|CLIPTextEncode/);
      expect((await pictures.graphOf(job))['save']?.inputs['filename_prefix']).toContain(
        job.prompt_id,
      );
    },
  );

  itWithCheckpoint(
    node,
    'are the same for the same seed, and others for another',
    async (checkpoint) => {
      const first = fieldsFor(checkpoint, { seed: 11 });
      const once = await pictures.pixels(await pictures.generate(first));
      // The node's cache of the first is gone after the second.
      const other = await pictures.pixels(
        await pictures.generate({ ...first, seed: 12, cfg: 7.5 }),
      );
      const again = await pictures.pixels(await pictures.generate(first));
      expect(again.equals(once)).toBe(true);
      expect(other.equals(once)).toBe(false);
    },
  );

  itWithCheckpoint(
    node,
    'without a seed get one, and a rerun makes the same again',
    async (checkpoint) => {
      const first = await pictures.generate(fieldsFor(checkpoint, { seed: undefined }));
      expect(first.settings?.['seed']).toEqual(expect.any(Number));
      await pictures.generate(fieldsFor(checkpoint));
      const { body } = await service.http.post(`/api/jobs/${first.prompt_id}/rerun`, {});
      const second = await service.finished(String(body['prompt_id']));
      expect(second).toMatchObject({ status: 'completed', settings: first.settings });
      expect((await pictures.pixels(second)).equals(await pictures.pixels(first))).toBe(true);
    },
  );

  itWithCheckpoint(node, 'of one and the same graph are two files', async (checkpoint) => {
    const fields = fieldsFor(checkpoint);
    const [first, second] = await Promise.all([
      pictures.generate(fields),
      pictures.generate(fields),
    ]);
    expect(first.outputs[0]?.path).not.toBe(second.outputs[0]?.path);
    expect((await pictures.pixels(first)).equals(await pictures.pixels(second))).toBe(true);
  });

  itWithCheckpoint(node, 'can be followed from beginning to end', async (checkpoint) => {
    const promptId = await pictures.submit(fieldsFor(checkpoint, { steps: 60 }));
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

  itWithCheckpoint(
    node,
    'from pictures keep less of them the more may change',
    async (checkpoint) => {
      const source = await pictures.upload(await png(96, 64, 3));
      const fields = {
        workflow: 'sdxl-i2i',
        prompt,
        provider: 'node',
        checkpoint,
        image: source,
        steps: 2,
        seed: 5,
        workflow_params: { megapixels: 0.01 },
      };
      const [little, much] = [
        await pictures.generate({ ...fields, denoise: 0.5 }),
        await pictures.generate({ ...fields, denoise: 1 }),
      ];
      expect(little).toMatchObject({
        models: [checkpoint],
        settings: { image: source, denoise: 0.5, seed: 5, steps: 2 },
      });
      // 0.01 of 1024 × 1024 pixels in the shape of the source: 125 × 84, which newer nodes bring to the nearest multiples
      // of 8 and older ones crop to them.
      const classes = await node.get<ObjectInfo>('/object_info/ImageScaleToTotalPixels');
      const rounds =
        'resolution_steps' in (classes['ImageScaleToTotalPixels']?.input.required ?? {});
      expect(little.outputs).toMatchObject([{ width: rounds ? 128 : 120, height: 80 }]);
      expect((await pictures.pixels(little)).equals(await pictures.pixels(much))).toBe(false);
      const graph = await pictures.graphOf(little);
      expect(graph['image']?.inputs['image']).toMatch(/^kinora\/\w+\/[0-9a-f]{64}\.png$/);
    },
  );

  itWithCheckpoint(
    node,
    'by a checkpoint that the node lacks are refused before anything runs',
    async () => {
      const before = service.proxy.count('POST /prompt');
      const fields = fieldsFor('no-such-checkpoint.safetensors');
      const { status, body } = await service.http.post('/api/image/generate', fields);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(JSON.stringify(body)).toContain('checkpoint');
      expect(service.proxy.count('POST /prompt')).toBe(before);
    },
  );
});
