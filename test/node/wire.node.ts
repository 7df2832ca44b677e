import { eventually } from '../support/eventually';
import * as graphs from '../support/node-graphs';
import { NodeService } from '../support/node-service';
import { describeNodes } from '../support/node-under-test';

/** Lookup requests: one on newer nodes, two on older ones. */
const LOOK_UPS = ['GET /api/jobs', 'GET /queue', 'GET /history'];

describeNodes('over a connection that breaks', (node) => {
  const service = new NodeService(node);

  it('a job with a lost submission answer is looked up and not submitted again', async () => {
    const before = service.proxy.count('POST /prompt');
    service.proxy.spoil('POST /prompt', 'lost');
    const job = await service.run((prefix) => graphs.savedPicture(prefix));
    expect(job).toMatchObject({ status: 'completed', attempts: 1 });
    expect(job.outputs).toHaveLength(1);
    expect(service.proxy.count('POST /prompt')).toBe(before + 1);
  });

  it('a queued job with a lost submission answer is looked up, too', async () => {
    const foreign = node.promptId();
    await node.prompt(foreign, graphs.endless(node, `kinora-test/${foreign}`));
    await node.running(foreign);
    const before = service.proxy.count('POST /prompt');
    service.proxy.spoil('POST /prompt', 'cut');
    const promptId = await service.enqueue((prefix) => graphs.savedPicture(prefix));
    await eventually(async () => (await node.queue()).pending.includes(promptId));
    await node.post('/interrupt', { prompt_id: foreign });
    const job = await service.finished(promptId);
    expect(job).toMatchObject({ status: 'completed', attempts: 1 });
    expect(service.proxy.count('POST /prompt')).toBe(before + 1);
  });

  it.each(['lost', 'cut'] as const)(
    'an output whose download is %s is fetched again, and catalogued once',
    async (mishap) => {
      service.proxy.spoil('GET /view', mishap);
      const job = await service.run((prefix) => graphs.savedPicture(prefix));
      expect(job).toMatchObject({ status: 'completed', attempts: 1 });
      expect(await service.media(job.prompt_id)).toHaveLength(1);
    },
  );

  it('a job completes without socket events', async () => {
    service.proxy.sockets = false;
    service.proxy.cutSockets();
    await eventually(async () => service.sockets.at(-1)?.kind === 'disconnected');
    const job = await service.run((prefix) => graphs.savedPicture(prefix));
    expect(job).toMatchObject({ status: 'completed', attempts: 1 });
    expect(service.eventsOf(job.prompt_id)).toEqual([]);
    service.proxy.sockets = true;
    await service.connected();
  });

  it('a job continues while the node is unreachable, and is collected afterwards', async () => {
    const running = await service.enqueue((prefix) => graphs.endless(node, prefix));
    await service.running(running);
    const next = await service.enqueue((prefix) => graphs.savedPicture(prefix));
    await eventually(async () => (await node.queue()).pending.includes(next));
    await service.proxy.away();
    await service.until(next, ({ node_unreachable }) => node_unreachable);
    await node.post('/interrupt', { prompt_id: running });
    await node.idle();
    expect((await service.job(next)).status).toBe('queued');
    await service.proxy.back();
    expect(await service.finished(next)).toMatchObject({ status: 'completed', attempts: 1 });
    expect((await service.finished(running)).error?.code).toBe('interrupted_on_node');
  });

  it('a job cancelled while the node was unreachable is removed from it afterwards', async () => {
    const running = await service.enqueue((prefix) => graphs.endless(node, prefix));
    await service.running(running);
    await service.proxy.away();
    expect((await service.cancel(running)).body.status).toBe('cancelled');
    expect((await node.queue()).running).toEqual([running]);
    await service.proxy.back();
    await node.idle();
    await service.connected();
  });
});

describeNodes('over a stable connection', (node) => {
  // Lookups are only caused by events.
  const service = new NodeService(node, { poll_interval_ms: 60_000, stale_read_ms: 600_000 });
  const lookUps = (from: number): string[] =>
    service.proxy.asked
      .slice(from)
      .filter((route) => LOOK_UPS.some((one) => route.startsWith(one)));

  it('a job costs the node one submission, one lookup and one download', async () => {
    await service.run((prefix) => graphs.savedPicture(prefix));
    const from = service.proxy.asked.length;
    const job = await service.run((prefix) => ({
      ...graphs.savedPicture(prefix),
      more: graphs.plainPicture(0xff),
      preview: graphs.previewer(['more', 0]),
    }));
    // The preview is not fetched, because the job saved a picture.
    expect(job.outputs).toHaveLength(1);
    const asked = service.proxy.asked
      .slice(from)
      .filter((route) => !/system_stats|GET \/prompt|object_info|features|models/.test(route));
    const count = (route: string): number => asked.filter((one) => one.startsWith(route)).length;
    expect([count('POST /prompt'), count('GET /view')]).toEqual([1, 1]);
    // A lookup on an older node reads queue and history.
    const rest = asked.filter((route) => !/POST \/prompt|GET \/view/.test(route));
    expect(rest.length).toBeGreaterThan(0);
    expect(rest.every((route) => LOOK_UPS.some((one) => route.startsWith(one)))).toBe(true);
    expect(rest.length).toBeLessThanOrEqual(6);
  });

  it('reading a finished job causes no request to the node', async () => {
    const { prompt_id } = await service.run((prefix) => graphs.savedPicture(prefix));
    const from = service.proxy.asked.length;
    for (let at = 0; at < 50; at += 1) await service.job(prompt_id);
    await service.http.get('/api/jobs?limit=200');
    expect(lookUps(from)).toEqual([]);
  });

  it('reading a running job causes no request to the node', async () => {
    const promptId = await service.enqueue((prefix) => graphs.endless(node, prefix));
    await service.running(promptId);
    const from = service.proxy.asked.length;
    for (let at = 0; at < 50; at += 1) await service.job(promptId);
    expect(lookUps(from)).toEqual([]);
    await service.cancel(promptId);
    await node.idle();
  });
});
