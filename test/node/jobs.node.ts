import sharp from 'sharp';
import type { StagedInput } from '../../src/modules/jobs/public/job-queue';
import { messageRedactorFor } from '../../src/modules/providers/public/redact-messages';
import { png, withGraph } from '../support/media-samples';
import * as graphs from '../support/node-graphs';
import { NodeService } from '../support/node-service';
import { describeNodes } from '../support/node-under-test';
import { colorOf, pixelsOf } from '../support/pixels';

/** Text chunks of a PNG. */
const CHUNKS_OF_TEXT = /tEXt|zTXt|iTXt|eXIf/;

describeNodes('a job of any graph', (node) => {
  const service = new NodeService(node);

  /** Uploads a file to the service. @returns how a job takes it along, and the name that the node will know it by */
  const upload = async (content: Buffer): Promise<{ input: StagedInput; name: string }> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(content)], { type: 'image/png' }), 'source.png');
    const response = await fetch(`${service.http.url}/api/media`, { method: 'POST', body: form });
    expect(response.status).toBe(201);
    const { sha256, size_bytes: size } = (await response.json()) as {
      sha256: string;
      size_bytes: number;
    };
    const subfolder = `kinora-test/${sha256.slice(0, 8)}`;
    const filename = `${sha256}.png`;
    return {
      input: { sha256, owner_id: null, size, subfolder, filename },
      name: `${subfolder}/${filename}`,
    };
  };

  it('becomes a media file without the graph in it', async () => {
    const job = await service.run((prefix) => graphs.savedPicture(prefix, 0xc08040));
    expect(job).toMatchObject({
      ok: true,
      status: 'completed',
      attempts: 1,
      error: null,
      outputs: [{ type: 'image', width: 64, height: 64, folder_type: 'output', subfolder: '' }],
    });
    const times = [job.created_at, job.started_at, job.finished_at].map((at) =>
      Date.parse(String(at)),
    );
    expect(times.every((at) => at > 0)).toBe(true);
    const picture = await service.file(job.outputs[0]);
    expect(await colorOf(picture)).toBe(0xc08040);
    expect(picture.toString('latin1')).not.toMatch(CHUNKS_OF_TEXT);
    expect(await service.media(job.prompt_id)).toEqual([job.outputs[0]?.path]);
  });

  it('is on the node under our prompt id, with the graph that we built', async () => {
    const { prompt_id } = await service.run((prefix) => graphs.savedPicture(prefix, 0x010203));
    const { body } = await service.http.get(`/api/jobs/${prompt_id}/graph`);
    expect((await node.history(prompt_id))?.prompt[2]).toEqual(body);
  });

  it('returns pictures of a batch, several output nodes and text, without previews', async () => {
    const job = await service.run((prefix) => ({
      red: graphs.plainPicture(0xff0000, { batch_size: 3, width: 40 }),
      blue: graphs.plainPicture(0x0000ff),
      batch: graphs.saver(`${prefix}-a`, ['red', 0]),
      one: graphs.saver(`${prefix}-b`, ['blue', 0]),
      shown: graphs.previewer(['blue', 0]),
      ...graphs.textOutput('four pictures'),
    }));
    expect(job.status).toBe('completed');
    const pictures = job.outputs.filter(({ type }) => type === 'image');
    const colors = await Promise.all(
      pictures.map(async (output) => colorOf(await service.file(output))),
    );
    expect(colors.filter((color) => color === 0xff0000)).toHaveLength(3);
    expect(colors.filter((color) => color === 0xff)).toHaveLength(1);
    expect(new Set(pictures.map(({ path }) => path)).size).toBe(4);
    const [text] = job.outputs.filter(({ type }) => type === 'text');
    expect(text).toMatchObject({ text: 'four pictures', url: '' });
    expect([...(await service.media(job.prompt_id))].sort()).toEqual(
      pictures.map(({ path }) => path).sort(),
    );
  });

  it('fails where a text stands for a picture, which the node finds only while it runs', async () => {
    const job = await service.run((prefix) => ({
      plain: graphs.plainPicture(0xff),
      both: { class_type: 'ImageBatch', inputs: { image1: 'text', image2: ['plain', 0] } },
      save: graphs.saver(prefix, ['both', 0]),
    }));
    const message = "'str' object has no attribute 'shape'";
    const error = { code: 'node_error', message, node_id: 'both', node_class: 'ImageBatch' };
    expect(job).toMatchObject({ status: 'failed', error, outputs: [] });
  });

  it('gets its own output when the node answers from its cache', async () => {
    const graph = graphs.savedPicture(`kinora-test/${node.promptId()}`, 0x445566);
    const [first, second] = [await service.run(() => graph), await service.run(() => graph)];
    expect(second).toMatchObject({ status: 'completed', outputs: [{ type: 'image' }] });
    expect(second.outputs[0]?.path).not.toBe(first.outputs[0]?.path);
    expect(await service.file(second.outputs[0])).toEqual(await service.file(first.outputs[0]));
  });

  it('finds its input files on the node, without their metadata', async () => {
    const source = await png(48, 32, 9);
    const { input, name } = await upload(withGraph(source, 'a secret'));
    const job = await service.run((prefix) => graphs.copiedInput(prefix, name), [input]);
    expect(job).toMatchObject({ status: 'completed', outputs: [{ width: 48, height: 32 }] });
    const picture = await service.file(job.outputs[0]);
    expect(await pixelsOf(picture)).toEqual(await pixelsOf(source));
  });

  it('finds input files that an earlier job uploaded', async () => {
    const { input, name } = await upload(await png(24, 24, 11));
    const ids = await Promise.all(
      Array.from({ length: 4 }, () =>
        service.enqueue((prefix) => graphs.copiedInput(prefix, name), [input]),
      ),
    );
    for (const id of ids) expect((await service.finished(id)).status).toBe('completed');
    // What the node got under that name is the file that we keep.
    const stored = await fetch(
      `${node.url}/view?${new URLSearchParams({
        filename: input.filename,
        subfolder: input.subfolder,
        type: 'input',
      }).toString()}`,
    );
    expect((await stored.arrayBuffer()).byteLength).toBe(input.size);
  });

  it('stays unchanged when the node loses its history', async () => {
    const { prompt_id } = await service.run((prefix) => graphs.savedPicture(prefix));
    const before = await service.job(prompt_id);
    await node.post('/history', { delete: [prompt_id] });
    expect(await node.history(prompt_id)).toBeUndefined();
    expect(await service.job(prompt_id)).toEqual(before);
    await service.file(before.outputs[0]);
  });

  it('fails when it ends without any output', async () => {
    const job = await service.run(() => graphs.pictureOverSocket(0x778899));
    expect(job).toMatchObject({ status: 'failed', outputs: [], error: { code: 'no_output' } });
  });

  it('fails when the node fails, and reports node and cause', async () => {
    const job = await service.run(() => graphs.failingLate());
    expect(job).toMatchObject({
      ok: false,
      status: 'failed',
      outputs: [],
      error: { code: 'node_error', node_id: 'outside', node_class: 'SaveImage' },
    });
    expect(job.error?.message).toMatch(/outside the output folder/);
    // Admins see the node's own message; for others it names no folder.
    const words = messageRedactorFor({ isAdmin: false }, []);
    expect(words.message(job.error?.message ?? '')).not.toMatch(/\/\w/);
  });

  it('keeps the outputs made before it failed', async () => {
    const job = await service.run((prefix) => ({
      ...graphs.savedPicture(prefix, 0x00aa00),
      ...graphs.failingLate(),
    }));
    expect(job).toMatchObject({ ok: false, status: 'failed', outputs: [{ type: 'image' }] });
    expect(await colorOf(await service.file(job.outputs[0]))).toBe(0x00aa00);
  });

  it('fails at once when the node refuses it, with the errors by node', async () => {
    const promptId = await service.enqueue((prefix) => ({
      ...graphs.savedPicture(prefix),
      plain: graphs.plainPicture(0, { width: 0 }),
    }));
    const verdict = await service.verdict(promptId);
    expect(verdict).toMatchObject({ ok: false, nodeErrors: { plain: expect.anything() } });
    const job = await service.finished(promptId);
    expect(job).toMatchObject({
      ok: false,
      status: 'failed',
      error: { code: 'node_refused' },
      models: null,
      loras: null,
      settings: null,
      node_errors: { plain: expect.anything() },
    });
    expect(await node.history(promptId)).toBeUndefined();
  });

  it('counts as refused when the node accepts only a part, which is removed', async () => {
    const promptId = await service.enqueue((prefix) => ({
      ...graphs.savedPicture(prefix),
      bad: graphs.plainPicture(0, { width: 0 }),
      bad_save: graphs.saver(prefix, ['bad', 0]),
    }));
    const job = await service.finished(promptId);
    expect(job).toMatchObject({
      status: 'failed',
      outputs: [],
      error: { code: 'node_refused' },
      node_errors: { bad: expect.anything() },
    });
    await node.idle();
    expect(await service.media(promptId)).toEqual([]);
  });

  it('is one of many, each with its own picture', async () => {
    const colors = Array.from({ length: 16 }, (_, at) => 0x101010 * at + 0x0000a5);
    const ids = await Promise.all(
      colors.map((color) => service.enqueue((prefix) => graphs.savedPicture(prefix, color))),
    );
    for (const [at, id] of ids.entries()) {
      const job = await service.finished(id);
      expect(job).toMatchObject({ status: 'completed', attempts: 1 });
      expect(job.outputs).toHaveLength(1);
      expect(await colorOf(await service.file(job.outputs[0]))).toBe(colors[at]);
    }
  });

  it('may be large', async () => {
    const job = await service.run((prefix) => ({
      plain: graphs.plainPicture(0x123456, { width: 3000, height: 2000 }),
      save: graphs.saver(prefix, ['plain', 0]),
    }));
    expect(job).toMatchObject({ status: 'completed', outputs: [{ width: 3000, height: 2000 }] });
    const thumbnail = await fetch(
      `${service.http.url}${String(job.outputs[0]?.url)}?thumbnail=256`,
    );
    const { width, format } = await sharp(await thumbnail.arrayBuffer()).metadata();
    expect([width, format]).toEqual([256, 'webp']);
  });
});
