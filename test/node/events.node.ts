import { ProviderDirectory } from '../../src/modules/providers/public/provider-directory';
import { eventually } from '../support/eventually';
import * as graphs from '../support/node-graphs';
import { NodeService } from '../support/node-service';
import { describeNodes, itWithCheckpoint } from '../support/node-under-test';

describeNodes('the monitor of the node', (node) => {
  const service = new NodeService(node);

  it('reports version, devices and queue of an online node', async () => {
    const { status, body } = await service.http.get('/api/providers/node');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 'node',
      kind: 'comfyui',
      status: 'online',
      version: node.version,
      is_default: true,
      queue: { running: 0, pending: 0 },
      devices: [{ name: expect.any(String), vram_total: expect.any(Number) }],
    });
    const features = await node.get<{ max_upload_size: number }>('/features');
    const known = service.http.app.get(ProviderDirectory).get('node');
    expect(known?.max_upload_size).toBe(features.max_upload_size);
  });

  it('reports a job from start to end, node by node', async () => {
    const job = await service.run((prefix) => graphs.savedPicture(prefix, 0x112233));
    await eventually(async () =>
      service.eventsOf(job.prompt_id).some(({ kind }) => kind === 'ended'),
    );
    const events = service.eventsOf(job.prompt_id);
    expect(events[0]?.kind).toBe('started');
    expect(events.at(-1)?.kind).toBe('ended');
    const nodes = events.flatMap((event) => (event.kind === 'executing' ? [event.nodeId] : []));
    expect(nodes).toEqual(['plain', 'save']);
    const done = events.findLast((event) => event.kind === 'nodes_done');
    expect([...(done?.done ?? [])].sort()).toEqual(['plain', 'save']);
  });

  it('reports every node of a cached job as done', async () => {
    const once = (): ReturnType<typeof graphs.savedPicture> =>
      graphs.savedPicture('kinora-test/cached', 7);
    await service.run(once);
    const again = await service.run(once);
    expect(again).toMatchObject({ status: 'completed', outputs: [{ type: 'image' }] });
    await eventually(async () => service.eventsOf(again.prompt_id).at(-1)?.kind === 'ended');
    const events = service.eventsOf(again.prompt_id);
    expect(events.some(({ kind }) => kind === 'executing')).toBe(false);
    const done = events.find((event) => event.kind === 'nodes_done');
    expect([...(done?.done ?? [])].sort()).toEqual(['plain', 'save']);
  });

  it('reports the end of failed jobs, and only the queue length for foreign jobs', async () => {
    const failed = await service.run(() => graphs.failingLate());
    expect(failed.status).toBe('failed');
    await eventually(async () => service.eventsOf(failed.prompt_id).at(-1)?.kind === 'ended');
    const before = service.events.length;
    const foreign = node.promptId();
    await node.prompt(foreign, graphs.endless(node, 'kinora-test/foreign'));
    const queue = (remaining: number) =>
      eventually(async () =>
        service.events
          .slice(before)
          .some((event) => event.kind === 'queue' && event.remaining === remaining),
      );
    await queue(1);
    await node.removePrompts();
    await queue(0);
    // Progress of a prompt without a client goes to every socket.
    expect(service.eventsOf(foreign).some(({ kind }) => kind === 'started')).toBe(false);
    expect((await service.http.get(`/api/jobs/${foreign}`)).status).toBe(404);
  });

  it('reconnects with a new client id after a broken socket', async () => {
    const before = service.sockets.length;
    service.proxy.cutSockets();
    await eventually(async () => service.sockets.length === before + 2);
    const [old, gone, fresh] = service.sockets.slice(before - 1);
    expect([gone?.kind, fresh?.kind]).toEqual(['disconnected', 'connected']);
    expect(fresh).not.toEqual(old);
    const job = await service.run((prefix) => graphs.savedPicture(prefix));
    await eventually(async () => service.eventsOf(job.prompt_id).at(-1)?.kind === 'ended');
    expect(service.eventsOf(job.prompt_id)[0]?.kind).toBe('started');
  });

  it('reports the node as offline and online again', async () => {
    await service.proxy.away();
    const away = await eventually(async () => {
      const { body } = await service.http.get('/api/providers/node');
      return body['status'] === 'offline' && body;
    });
    expect(away['error']).toEqual(expect.any(String));
    expect(String(away['error'])).not.toMatch(/127\.0\.0\.1|ECONN/);
    await service.proxy.back();
    await service.connected();
    expect(await service.run((prefix) => graphs.savedPicture(prefix))).toMatchObject({
      status: 'completed',
      attempts: 1,
    });
  });

  itWithCheckpoint(
    node,
    'reports the steps of a sampler with preview pictures',
    async (checkpoint) => {
      const job = await service.run((prefix) =>
        graphs.sampledPicture({ checkpoint, prefix, steps: 3 }),
      );
      expect(job).toMatchObject({ status: 'completed', progress: null });
      await eventually(async () => service.eventsOf(job.prompt_id).at(-1)?.kind === 'ended');
      const events = service.eventsOf(job.prompt_id);
      const steps = events.flatMap((event) =>
        event.kind === 'progress' && event.nodeId === 'sampler' ? [[event.value, event.max]] : [],
      );
      expect(steps.at(-1)).toEqual([3, 3]);
      expect(steps.map(([value]) => value)).toEqual(
        steps.map(([value]) => value).sort((a, b) => Number(a) - Number(b)),
      );
      const previews = events.flatMap((event) => (event.kind === 'preview' ? [event] : []));
      if (node.hasPreviews) expect(previews.length).toBeGreaterThan(0);
      for (const { mime, bytes } of previews) {
        const start = mime === 'image/png' ? '89504e47' : 'ffd8ff';
        expect(bytes.toString('hex', 0, start.length / 2)).toBe(start);
      }
    },
  );

  itWithCheckpoint(node, 'and the record shows them while the job runs', async () => {
    const promptId = await service.enqueue((prefix) => graphs.endless(node, prefix));
    const { progress } = await service.until(
      promptId,
      ({ progress: now }) => now !== null && now.step !== null,
    );
    expect(progress).toMatchObject({ node: 'sampler', steps: 10_000 });
    expect(progress?.fraction).toBeLessThan(1);
    if (node.hasPreviews) {
      const preview = await eventually(async () => {
        const response = await fetch(`${service.http.url}/api/jobs/${promptId}/preview`);
        return response.status === 200 && response;
      });
      expect(preview.headers.get('content-type')).toMatch(/^image\/(jpeg|png)$/);
    }
    await service.cancel(promptId);
    expect((await service.job(promptId)).progress).toBeNull();
  });
});
