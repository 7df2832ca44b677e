import {
  type GatewayFixture,
  gatewayFixture,
  oneNode,
} from '../../../../test/support/gateway-fixture';
import { recordedBody } from '../../../../test/support/recordings';
import {
  UNREACHABLE_URL,
  sendJson,
  sendNotFound,
  ScriptedNode,
} from '../../../../test/support/scripted-node';
import { NodeBadAnswer, NodeBusy, NodeRefused, NodeUnreachable } from '../public/node-errors';

const pendingJob = { id: 'p', status: 'pending', priority: 30 };

/** `[running], [pending]` as in `/queue`. */
const queueOf = (running: string[], pending: string[]) => ({
  queue_running: running.map((id) => [0, id, {}, {}, []]),
  queue_pending: pending.map((id, index) => [index + 1, id, {}, {}, []]),
});

describe('lookUp and cancel', () => {
  let node: ScriptedNode;
  let fixture: GatewayFixture;

  beforeEach(async () => {
    node = await ScriptedNode.start();
    fixture = gatewayFixture(oneNode(node.url));
  });

  afterEach(async () => {
    fixture.close();
    await node.stop();
  });

  const lookUp = (id = 'p', timeoutMs?: number) => fixture.gateway.lookUp('a', id, timeoutMs);

  describe('on a node with /api/jobs', () => {
    it('sends one request', async () => {
      node.setScript((_, response) => sendJson(response, recordedBody('job_get_failed')));
      expect(await lookUp()).toMatchObject({ state: 'finished', result: { outcome: 'error' } });
      expect(node.paths).toEqual(['/api/jobs/p']);
    });

    it('answers absent for a 404 that names the job', async () => {
      node.setScript((_, response) => sendJson(response, { error: 'Job not found' }, 404));
      expect(await lookUp()).toEqual({ state: 'absent' });
      expect(node.paths).toEqual(['/api/jobs/p']);
    });

    it('asks queue and history when a proxy answers 404, and the route again afterwards', async () => {
      const missing = { error: 'service not found' };
      let isBehindProxy = true;
      node.setScript(({ path }, response) => {
        if (isBehindProxy) sendJson(response, missing, 404);
        else if (path === '/api/jobs/p') sendJson(response, { status: 'in_progress' });
        else sendNotFound(response);
      });
      await expect(lookUp()).rejects.toThrow(NodeRefused);
      expect(node.paths).toEqual(['/api/jobs/p', '/queue']);
      isBehindProxy = false;
      expect(await lookUp()).toEqual({ state: 'running' });
    });

    it('finds the position of a pending prompt without reading graphs', async () => {
      const jobs = [
        { id: 'x', priority: 31 },
        { id: 'p', priority: 30 },
        { id: 'y', priority: -5 },
      ];
      node.setScript(({ path }, response) =>
        sendJson(response, path === '/api/jobs/p' ? pendingJob : { jobs, pagination: {} }),
      );
      expect(await lookUp()).toEqual({ state: 'pending', position: 1 });
      expect(node.paths).toEqual(['/api/jobs/p', '/api/jobs?status=pending']);
    });

    it('answers pending even if the order of the queue is unknown', async () => {
      node.setScript(({ path }, response) =>
        path === '/api/jobs/p' ? sendJson(response, pendingJob) : response.writeHead(500).end(),
      );
      expect(await lookUp()).toEqual({ state: 'pending', position: 0 });
    });

    it('encodes the id', async () => {
      node.setScript((_, response) => sendJson(response, { error: 'Job not found' }, 404));
      await lookUp('../a b?c');
      expect(node.paths).toEqual(['/api/jobs/..%2Fa%20b%3Fc']);
    });
  });

  describe('on an older node', () => {
    const older =
      (queue: object, history: object): Parameters<ScriptedNode['setScript']>[0] =>
      ({ path }, response) => {
        if (path === '/queue') sendJson(response, queue);
        else if (path.startsWith('/history/')) sendJson(response, history);
        else sendNotFound(response);
      };

    it('requests the queue, then the history, and remembers which node is older', async () => {
      const success = recordedBody('history_success') as Record<string, unknown>;
      const id = Object.keys(success)[0]!;
      node.setScript(older(queueOf([], []), success));
      expect(await lookUp(id)).toMatchObject({ state: 'finished' });
      expect(await lookUp(id)).toMatchObject({ state: 'finished' });
      const fallbackPaths = ['/queue', `/history/${id}`];
      expect(node.paths).toEqual([`/api/jobs/${id}`, ...fallbackPaths, ...fallbackPaths]);
    });

    it('tries the new route again when the node’s version has changed', async () => {
      node.setScript(older(queueOf(['p'], []), {}));
      expect(await lookUp()).toEqual({ state: 'running' });
      fixture.registry.observe('a', { version: '0.33.0' });
      node.setScript((_, response) => sendJson(response, { error: 'Job not found' }, 404));
      expect(await lookUp()).toEqual({ state: 'absent' });
    });

    it.each([
      [queueOf(['p'], []), { state: 'running' }],
      [queueOf(['x'], ['y', 'p']), { state: 'pending', position: 1 }],
      [queueOf([], []), { state: 'absent' }],
    ])('%j', async (queue, expected) => {
      node.setScript(older(queue, {}));
      expect(await lookUp()).toEqual(expected);
    });

    it('shares the queue among lookups, but never one that was requested before', async () => {
      node.setScript(older(queueOf(['p'], []), {}));
      await lookUp();
      const held: (() => void)[] = [];
      node.setScript(({ path }, response) => {
        const answer = (): void => sendJson(response, queueOf(['p'], held.length > 1 ? ['q'] : []));
        if (path === '/queue') held.push(answer);
        else sendNotFound(response);
        if (held.length > 1) answer();
      });
      const first = lookUp('p');
      await until(() => held.length === 1);
      const later = Promise.all(Array.from({ length: 20 }, () => lookUp('q')));
      held[0]?.();
      expect(await first).toEqual({ state: 'running' });
      expect(new Set((await later).map((job) => job.state))).toEqual(new Set(['pending']));
      expect(node.paths).toEqual(['/queue', '/queue']);
    });
  });

  describe('when the node misbehaves', () => {
    it('applies the timeout to the whole lookup', async () => {
      node.setScript(() => undefined);
      await expect(lookUp('p', 80)).rejects.toThrow(NodeUnreachable);
      node.setScript(({ path }, response) =>
        path === '/queue' ? undefined : sendNotFound(response),
      );
      await expect(lookUp('p', 80)).rejects.toThrow(NodeUnreachable);
    });

    it('answers that it is not installed', async () => {
      const down = gatewayFixture(oneNode(UNREACHABLE_URL));
      const failure: unknown = await down.gateway.lookUp('a', 'p').catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(NodeUnreachable);
      expect((failure as Error).message).not.toMatch(/127\.0\.0\.1|\d{4}/);
      await expect(down.gateway.lookUp('nobody', 'p')).rejects.toThrow(NodeUnreachable);
      down.close();
    });

    it.each([
      ['text', 'all is well'],
      ['half', '{"status": "pend'],
      ['of another kind', '[1, 2]'],
    ])('refuses an answer that is %s', async (_, text) => {
      node.setScript((__, response) => response.end(text));
      await expect(lookUp()).rejects.toThrow(NodeBadAnswer);
    });

    it('reads NaN as null', async () => {
      node.setScript((_, response) => response.end('{"status": "in_progress", "x": NaN}'));
      expect(await lookUp()).toEqual({ state: 'running' });
    });

    it.each([
      [500, NodeBadAnswer],
      [302, NodeBadAnswer],
      [503, NodeBusy],
      [401, NodeUnreachable],
    ])('status %i', async (status, type) => {
      node.setScript((_, response) => response.writeHead(status, { Location: '/' }).end());
      await expect(lookUp()).rejects.toThrow(type);
    });

    it('stops reading an endless answer', async () => {
      node.setScript((_, response) => {
        const more = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(1 << 20, ' ')));
        };
        response.on('drain', more);
        more();
      });
      await expect(lookUp()).rejects.toThrow(NodeBadAnswer);
    });

    it('retries when a kept-alive connection was closed while idle', async () => {
      let first = true;
      node.setScript((_, response) => sendJson(response, { status: 'in_progress' }));
      await lookUp();
      node.setScript((_, response) => {
        if (first) response.destroy();
        else sendJson(response, { status: 'in_progress' });
        first = false;
      });
      expect(await lookUp()).toEqual({ state: 'running' });
      expect(node.paths).toEqual(['/api/jobs/p', '/api/jobs/p']);
    });
  });

  describe('cancel', () => {
    it('uses the cancel route of a new node', async () => {
      node.setScript((_, response) => sendJson(response, { cancelled: true }));
      await fixture.gateway.cancel('a', 'p');
      expect(node.paths).toEqual(['POST /api/jobs/p/cancel']);
    });

    it('deletes, then interrupts, by id, on an older node', async () => {
      node.setScript(({ path }, response) =>
        path.startsWith('/api/') ? sendNotFound(response) : response.end(),
      );
      await fixture.gateway.cancel('a', 'p');
      expect(node.paths).toEqual(['POST /api/jobs/p/cancel', 'POST /queue', 'POST /interrupt']);
      const bodies = node.requests
        .slice(1)
        .map(({ body }) => JSON.parse(body.toString()) as unknown);
      expect(bodies).toEqual([{ delete: ['p'] }, { prompt_id: 'p' }]);
    });

    it('fails when the node does', async () => {
      node.setScript((_, response) => response.writeHead(500).end());
      await expect(fixture.gateway.cancel('a', 'p')).rejects.toThrow(NodeBadAnswer);
    });
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}
