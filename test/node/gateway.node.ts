import { Readable } from 'node:stream';
import sharp from 'sharp';
import { messageRedactorFor } from '../../src/modules/providers/public/redact-messages';
import { png } from '../support/media-samples';
import { NodeGateway, type OutputFile } from '../support/node-gateway';
import * as graphs from '../support/node-graphs';
import { describeNodes } from '../support/node-under-test';
import { colorOf, pixelsOf } from '../support/pixels';

describeNodes('what the node offers', (node) => {
  const gateway = new NodeGateway(node);

  it('is read as classes with their inputs and outputs, and cached', async () => {
    const classes = await gateway.access.classes('a');
    expect(classes['EmptyImage']).toMatchObject({
      input: { required: { width: ['INT', { min: 1 }] } },
      output: ['IMAGE'],
    });
    for (const name of ['KSampler', 'LoraLoader', 'LoadImage', 'SaveImage', 'VAEDecode']) {
      expect(classes[name]?.input.required).toBeDefined();
    }
    expect(classes['SaveImage']?.output_node).toBe(true);
    expect(await gateway.access.classes('a')).toBe(classes);
    expect(gateway.access.cachedClasses('a')).toBe(classes);
  });

  it('is read as model files by folder; a missing folder is empty', async () => {
    for (const folder of ['checkpoints', 'loras', 'vae']) {
      expect(await gateway.access.models('a', folder)).toEqual(await node.get(`/models/${folder}`));
    }
    expect(await gateway.access.models('a', 'no-such-folder')).toEqual([]);
  });
});

describeNodes('a submitted graph', (node) => {
  const gateway = new NodeGateway(node);

  it('of this suite is refused with the names of the classes that the node lacks', async () => {
    const graph = { a: { class_type: 'NoSuchClass', inputs: {} }, ...graphs.savedPicture('x') };
    await expect(gateway.start(() => graph)).rejects.toThrow(/ lacks NoSuchClass, which this test/);
  });

  it('runs and names a file that can be fetched', async () => {
    const promptId = await gateway.start((prefix) => graphs.savedPicture(prefix, 0x2040c0));
    const { outcome, outputs, startedAt, finishedAt } = await gateway.result(promptId);
    expect(outcome).toBe('success');
    expect(Number(finishedAt) - Number(startedAt)).toBeGreaterThanOrEqual(0);
    expect(outputs).toEqual([
      {
        kind: 'file',
        nodeId: 'save',
        index: 0,
        folderType: 'output',
        subfolder: 'kinora-test',
        filename: `${promptId}_00001_.png`,
      },
    ]);
    const picture = await gateway.bytes(outputs[0]);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 });
    expect(await colorOf(picture)).toBe(0x2040c0);
  });

  it('is in the history of the node as it was sent', async () => {
    const promptId = node.promptId();
    const graph = graphs.savedPicture(`kinora-test/${promptId}`);
    await gateway.submit(promptId, graph);
    await gateway.result(promptId);
    const { prompt } = (await node.history(promptId)) ?? {};
    expect(prompt?.[2]).toEqual(graph);
    expect(prompt?.[3]).toMatchObject({ client_id: 'nobody' });
  });

  it('returns previews from the temporary folder', async () => {
    const { outputs } = await gateway.run(() => ({
      plain: graphs.plainPicture(0x00ff00),
      show: graphs.previewer(['plain', 0]),
    }));
    expect(outputs).toMatchObject([{ nodeId: 'show', folderType: 'temp' }]);
    expect(await colorOf(await gateway.bytes(outputs[0]))).toBe(0x00ff00);
  });

  it('returns each picture of a batch, in order', async () => {
    const { outputs } = await gateway.run((prefix) => ({
      plain: graphs.plainPicture(0x808080, { batch_size: 3 }),
      save: graphs.saver(prefix, ['plain', 0]),
    }));
    expect(outputs.map(({ index }) => index)).toEqual([0, 1, 2]);
    const names = outputs.map((output) => (output as OutputFile).filename);
    expect(names).toEqual([...names].sort());
    expect(new Set(names).size).toBe(3);
  });

  it('returns the outputs of each output node', async () => {
    const { outputs } = await gateway.run((prefix) => ({
      red: graphs.plainPicture(0xff0000, { width: 32 }),
      blue: graphs.plainPicture(0x0000ff, { height: 16 }),
      first: graphs.saver(`${prefix}-a`, ['red', 0]),
      second: graphs.saver(`${prefix}-b`, ['blue', 0]),
      third: graphs.previewer(['blue', 0]),
    }));
    const colors = new Map<string, number>();
    for (const output of outputs) {
      colors.set(output.nodeId, await colorOf(await gateway.bytes(output)));
    }
    expect(Object.fromEntries(colors)).toEqual({ first: 0xff0000, second: 0xff, third: 0xff });
  });

  it('returns text', async () => {
    const { outputs } = await gateway.run(() => graphs.textOutput('Füchse — 狐\n"two" lines'));
    expect(outputs).toEqual([
      { kind: 'text', nodeId: 'show', index: 0, text: 'Füchse — 狐\n"two" lines' },
    ]);
  });

  it('returns the earlier file when the node answers from its cache', async () => {
    const prefix = `kinora-test/${node.promptId()}`;
    const once = await gateway.run(() => graphs.savedPicture(prefix));
    const again = await gateway.run(() => graphs.savedPicture(prefix));
    expect(again.outcome).toBe('success');
    expect(again.outputs).toEqual(once.outputs);
  });

  it('runs again under the same id and has one entry in the history', async () => {
    const promptId = await gateway.start((prefix) => graphs.savedPicture(prefix, 1));
    await gateway.result(promptId);
    const second = graphs.savedPicture(`kinora-test/${node.promptId()}`, 2);
    expect(await gateway.submit(promptId, second)).toMatchObject({ kind: 'accepted' });
    await node.idle();
    expect((await node.history(promptId))?.prompt[2]).toEqual(second);
  });
});

/** That many bytes, never all at once. */
function* zeros(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536));
}

describeNodes('files for the node', (node) => {
  const gateway = new NodeGateway(node);

  it('arrive unchanged and are loaded by the given name', async () => {
    const source = await png(48, 32, 5);
    const name = `${node.promptId()}.png`;
    expect(await gateway.upload(name, source, 'kinora-test/a/b')).toEqual({ name });
    const { outputs } = await gateway.run((prefix) =>
      graphs.copiedInput(prefix, `kinora-test/a/b/${name}`),
    );
    expect(await pixelsOf(await gateway.bytes(outputs[0]))).toEqual(await pixelsOf(source));
  });

  it('replace files of the same name, also for a cached graph', async () => {
    const name = `${node.promptId()}.png`;
    const prefix = `kinora-test/${node.promptId()}`;
    for (const seed of [1, 2]) {
      const source = await png(16, 16, seed);
      expect(await gateway.upload(name, source)).toEqual({ name });
      const { outputs } = await gateway.run(() =>
        graphs.copiedInput(prefix, `kinora-test/${name}`),
      );
      expect(await pixelsOf(await gateway.bytes(outputs[0]))).toEqual(await pixelsOf(source));
    }
  });

  it('are refused outside of its folders', async () => {
    const refused = gateway.upload('x.png', await png(), '../../outside');
    await expect(refused).rejects.toMatchObject({ spec: { code: 'node_refused' } });
  });

  it('are refused when they are larger than the announced maximum', async () => {
    const { max_upload_size } = await node.get<{ max_upload_size: number }>('/features');
    const size = max_upload_size + 1024;
    const open = (): Readable => Readable.from(zeros(size));
    const file = { open, size, filename: `${node.promptId()}.png`, subfolder: 'kinora-test' };
    await expect(gateway.access.upload('a', file)).rejects.toMatchObject({
      nodeStatus: 413,
    });
  });

  it('that do not exist cannot be fetched', async () => {
    const missing = { filename: `${node.promptId()}.png`, subfolder: '', folderType: 'output' };
    await expect(gateway.access.download('a', missing)).rejects.toMatchObject({
      spec: { code: 'node_refused' },
      nodeStatus: 404,
    });
  });
});

describeNodes('a graph that fails', (node) => {
  const gateway = new NodeGateway(node);

  it('reports node and cause, and no path of the machine to non-admins', async () => {
    const name = `${node.promptId()}.png`;
    await gateway.upload(name, Buffer.from('no picture at all'));
    const result = await gateway.run((prefix) => graphs.copiedInput(prefix, `kinora-test/${name}`));
    expect(result).toMatchObject({
      outcome: 'error',
      outputs: [],
      failure: {
        nodeId: 'load',
        nodeClass: 'LoadImage',
        exceptionType: 'PIL.UnidentifiedImageError',
        message: expect.stringContaining('cannot identify image file'),
      },
    });
    const words = messageRedactorFor({ isAdmin: false }, []);
    expect(words.message(result.failure?.message ?? '')).not.toMatch(/\/|\\/);
  });

  it('fails when it writes outside of the output folder', async () => {
    const { outcome, failure } = await gateway.run(() => graphs.savedPicture('../../../outside/x'));
    expect(outcome).toBe('error');
    expect(failure).toMatchObject({ nodeId: 'save', nodeClass: 'SaveImage' });
    expect(failure?.message).toContain('outside the output folder');
  });

  it('keeps the outputs made before the failure', async () => {
    const { outcome, outputs, failure } = await gateway.run((prefix) => ({
      ...graphs.savedPicture(prefix, 0xabcdef),
      ...graphs.failingLate(),
    }));
    expect([outcome, failure?.nodeId]).toEqual(['error', 'outside']);
    expect(outputs).toMatchObject([{ nodeId: 'save', index: 0 }]);
    expect(await colorOf(await gateway.bytes(outputs[0]))).toBe(0xabcdef);
  });
});
