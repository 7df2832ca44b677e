import { isDeepStrictEqual } from 'node:util';
import { eventually } from '../support/eventually';
import * as graphs from '../support/node-graphs';
import { NodeService } from '../support/node-service';
import { describeNodes } from '../support/node-under-test';

describeNodes('jobs in the queue of the node', (node) => {
  const service = new NodeService(node);

  /** A job that runs until it is stopped. */
  const endless = async (): Promise<string> => {
    const promptId = await service.enqueue((prefix) => graphs.endless(node, prefix));
    await service.running(promptId);
    return promptId;
  };
  const quick = (): Promise<string> => service.enqueue((prefix) => graphs.savedPicture(prefix));

  it('report their queue positions; only a few are submitted to the node', async () => {
    const first = await endless();
    const others = [await quick(), await quick(), await quick()];
    const records = await Promise.all(others.map((id) => service.job(id)));
    expect(records.map(({ queue_position }) => queue_position)).toEqual([1, 2, 3]);
    const onNode = await eventually(async () => {
      const { pending } = await node.queue();
      return pending.length > 0 && pending;
    });
    expect(onNode).toEqual([others[0]]);
    expect(await service.job(first)).toMatchObject({ status: 'running', queue_position: null });
    await service.cancel(first);
    for (const id of others) expect((await service.finished(id)).status).toBe('completed');
  });

  it('are cancelled while running, and free the node at once', async () => {
    const promptId = await endless();
    const next = await quick();
    const { status, body } = await service.cancel(promptId);
    expect([status, body.status]).toEqual([200, 'cancelled']);
    expect(body.error).toMatchObject({ code: 'cancelled' });
    expect((await service.finished(next)).status).toBe('completed');
    const [last] = (await node.history(promptId))?.status.messages.slice(-1) ?? [];
    expect(last).toMatchObject(['execution_interrupted', { prompt_id: promptId }]);
    expect(await service.job(promptId)).toMatchObject({ status: 'cancelled', outputs: [] });
  });

  it('are cancelled while queued on the node, and never run', async () => {
    const first = await endless();
    const second = await quick();
    await eventually(async () => (await node.queue()).pending.includes(second));
    expect((await service.cancel(second)).body.status).toBe('cancelled');
    await eventually(async () => !(await node.queue()).pending.includes(second));
    expect((await service.job(first)).status).toBe('running');
    await service.cancel(first);
    await node.idle();
    expect(await node.history(second)).toBeUndefined();
  });

  it('are cancelled while queued in the service, and never reach the node', async () => {
    const first = await endless();
    const [, third] = [await quick(), await quick()];
    expect((await service.cancel(third)).body.status).toBe('cancelled');
    await service.cancel(first);
    await node.idle();
    expect(await node.history(third)).toBeUndefined();
  });

  it('cannot be cancelled after their end', async () => {
    const promptId = await quick();
    const before = await service.finished(promptId);
    const { status, body } = await service.cancel(promptId);
    expect([status, body]).toMatchObject([409, { code: 'job_finished' }]);
    expect(await service.job(promptId)).toEqual(before);
  });

  it.each([
    ['by their id', (prompt_id: string) => ({ prompt_id })],
    ['with whatever runs', () => ({})],
  ])('report an interruption by another client, %s', async (_, body) => {
    const promptId = await endless();
    await node.post('/interrupt', body(promptId));
    expect(await service.finished(promptId)).toMatchObject({
      ok: true,
      status: 'cancelled',
      outputs: [],
      error: { code: 'interrupted_on_node' },
    });
  });

  it('are submitted again when another client deletes them from the queue', async () => {
    const first = await endless();
    const second = await quick();
    await eventually(async () => (await node.queue()).pending.includes(second));
    await node.post('/queue', { delete: [second] });
    await service.until(second, ({ attempts }) => attempts === 2);
    await service.cancel(first);
    const job = await service.finished(second);
    expect(job).toMatchObject({ status: 'completed', attempts: 2 });
    expect(job.outputs).toHaveLength(1);
  });

  it('wait for foreign prompts that are ahead in the queue', async () => {
    const foreign = node.promptId();
    await node.prompt(foreign, graphs.endless(node, `kinora-test/${foreign}`));
    await node.running(foreign);
    const promptId = await quick();
    await eventually(async () => (await node.queue()).pending.includes(promptId));
    expect((await service.job(promptId)).status).toBe('queued');
    // The node's socket reports its queue to the service.
    await eventually(async () => {
      const { body } = await service.http.get('/api/providers/node');
      return isDeepStrictEqual(body['queue'], { running: 1, pending: 1 });
    });
    await node.post('/interrupt', { prompt_id: foreign });
    expect((await service.finished(promptId)).status).toBe('completed');
  });

  it('survive a restart of the service, running and queued', async () => {
    const first = await endless();
    const [second, third] = [await quick(), await quick()];
    await service.restart();
    expect((await service.running(first)).attempts).toBe(1);
    await service.cancel(first);
    for (const id of [second, third]) {
      const job = await service.finished(id);
      expect(job).toMatchObject({ status: 'completed', attempts: 1 });
      expect(job.outputs).toHaveLength(1);
    }
  });
});
