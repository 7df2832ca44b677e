import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  plainPictureGraph,
  sampledPictureGraph,
  SimulatedNode,
} from '../../test/support/simulated-node';
import { SocketListener } from '../../test/support/socket-listener';
import { SimulatorNode } from './simulator-node';

describe('SimulatorNode', () => {
  let node: SimulatedNode;

  afterEach(async () => node.stop());

  it('runs hundreds of concurrent prompts, each once', async () => {
    node = await SimulatedNode.start();
    const graph = plainPictureGraph();
    const ids = await Promise.all(Array.from({ length: 300 }, async () => node.queue(graph)));
    for (const id of ids) expect((await node.ended(id)).status.status_str).toBe('success');
    const counts = ids.map((id) => node.node.runs.get(id)?.finished);
    expect(counts.every((count) => count === 1)).toBe(true);
  });

  it('runs beside a second node in the same process', async () => {
    node = await SimulatedNode.start();
    const other = await SimulatedNode.start({ version: '0.3.64' });
    const [first, second] = await Promise.all([
      node.queue(plainPictureGraph(1)),
      other.queue(plainPictureGraph(2)),
    ]);
    await Promise.all([node.ended(first), other.ended(second)]);
    expect(await node.json(`/history/${second}`)).toEqual({});
    expect((await node.get(`/api/jobs/${first}`)).status).toBe(200);
    expect((await other.get(`/api/jobs/${second}`)).status).toBe(404);
    await other.stop();
  });

  it('removes its temporary folder, but not a configured data folder', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'simulator-data-'));
    node = await SimulatedNode.start({ dataDir });
    const temporary = await SimulatedNode.start();
    await temporary.stop();
    await node.run(plainPictureGraph());
    await node.stop();
    await access(join(dataDir, 'output/plain_00001_.png'));
    node = await SimulatedNode.start({ dataDir });
    const { outputs } = await node.run(plainPictureGraph());
    expect(outputs['2']?.['images']).toMatchObject([{ filename: 'plain_00002_.png' }]);
    expect(await readdir(join(dataDir, 'temp'))).toEqual([]);
    await rm(dataDir, { recursive: true });
  });

  it('fails when its port is in use', async () => {
    node = await SimulatedNode.start();
    const port = Number(new URL(node.node.url).port);
    await expect(SimulatorNode.start({ port })).rejects.toThrow('EADDRINUSE');
  });

  it('stops during a prompt', async () => {
    node = await SimulatedNode.start({ stepMs: 10 });
    const listener = await SocketListener.open(node.node.url, 'c');
    await node.queue(sampledPictureGraph({ steps: 5000 }), { client_id: 'c' });
    await listener.until('progress');
    await node.stop();
    expect(listener.closed ?? 1006).toBe(1006);
  });

  it.each([
    [[], 200],
    [{ delete: 'abc' }, 200],
    [{ delete: 5 }, 500],
    [{ delete: null }, 500],
    ['x', 200],
    [5, 500],
  ])('answers %j as a deletion like ComfyUI 0.33.0: %i', async (body, status) => {
    node = await SimulatedNode.start();
    expect((await node.post('/history', body)).status).toBe(status);
    expect((await node.post('/queue', body)).status).toBe(status);
  });

  it('uses the configured time per sampling step', async () => {
    node = await SimulatedNode.start({ stepMs: 20 });
    const { status } = await node.run(sampledPictureGraph({ steps: 10 }));
    const [start, end] = [status.messages[0]?.[1], status.messages.at(-1)?.[1]];
    expect(Number(end?.['timestamp']) - Number(start?.['timestamp'])).toBeGreaterThanOrEqual(190);
  });

  it('makes batches, sizes and seeds as requested', async () => {
    node = await SimulatedNode.start();
    const graph = sampledPictureGraph({ seed: 2 ** 63 });
    const latent = { width: 72, height: 40, batch_size: 3 };
    graph['5'] = { class_type: 'EmptyLatentImage', inputs: latent };
    const { outputs } = await node.run(graph);
    const images = outputs['9']?.['images'] ?? [];
    const files = await Promise.all(images.map(async (image) => node.file(image)));
    expect(files.map((png) => [png.readUInt32BE(16), png.readUInt32BE(20)])).toEqual([
      [72, 40],
      [72, 40],
      [72, 40],
    ]);
    expect(new Set(files.map((png) => png.toString('base64'))).size).toBe(3);
  });
});
