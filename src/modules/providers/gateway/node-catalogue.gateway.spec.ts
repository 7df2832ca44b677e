import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  type GatewayFixture,
  gatewayFixture,
  oneNode,
} from '../../../../test/support/gateway-fixture';
import { LARGE_OBJECT_INFO, sendLargeObjectInfo } from '../../../../test/support/large-object-info';
import { ManualClock } from '../../../../test/support/manual-clock';
import { recordedBody } from '../../../../test/support/recordings';
import { sendJson, ScriptedNode } from '../../../../test/support/scripted-node';
import { waitUntil } from '../../../../test/support/wait-until';
import type { JsonRecord } from '../../../platform/json';
import { NodeBadAnswer, NodeUnreachable } from '../public/node-errors';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory of objects and buffers in use: the process may keep garbage of earlier tests. */
function liveBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('classes and models', () => {
  let node: ScriptedNode;
  let fixture: GatewayFixture;
  let clock: ManualClock;
  const info = recordedBody('object_info');

  beforeEach(async () => {
    node = await ScriptedNode.start((_, response) => sendJson(response, info));
    clock = new ManualClock();
    fixture = gatewayFixture(oneNode(node.url), clock);
  });

  afterEach(async () => {
    fixture.close();
    await node.stop();
  });

  it('sends one request for many callers, and the next only after seconds', async () => {
    const [first, second] = await Promise.all([
      fixture.gateway.classes('a'),
      fixture.gateway.classes('a'),
    ]);
    expect(first).toBe(second);
    await fixture.gateway.classes('a');
    expect(node.paths).toEqual(['/object_info']);
    await clock.advance(10_000);
    expect(await fixture.gateway.classes('a')).toBe(first);
    expect(node.paths).toEqual(['/object_info', '/object_info']);
  });

  it('are one object for nodes that send the same, however many come online together', async () => {
    const ids = Array.from({ length: 20 }, (_, at) => `gpu-${at}`);
    const rack = gatewayFixture(
      { providers: ids.map((id) => ({ id, kind: 'comfyui', base_url: node.url })) },
      clock,
    );
    try {
      const first = await rack.gateway.classes('gpu-0');
      const all = await Promise.all(ids.map((id) => rack.gateway.classes(id)));
      for (const one of all) expect(one).toBe(first);
      expect(node.paths).toHaveLength(ids.length);
      // Twenty nodes: twenty seconds.
      await clock.advance(19_999);
      await rack.gateway.classes('gpu-1');
      expect(node.paths).toHaveLength(ids.length);
      await clock.advance(1);
      await rack.gateway.classes('gpu-1');
      expect(node.paths).toHaveLength(ids.length + 1);
    } finally {
      rack.close();
    }
  });

  it('are shared by nodes that differ in the files of one class', async () => {
    const nodes = await Promise.all(
      ['a.png', 'b.png'].map((file) => {
        const loader = { ...((info as JsonRecord)['LoadImage'] as JsonRecord), description: file };
        return ScriptedNode.start((_, response) =>
          sendJson(response, { ...(info as JsonRecord), LoadImage: loader }),
        );
      }),
    );
    const ids = ['first', 'second'];
    const rack = gatewayFixture(
      { providers: nodes.map(({ url }, at) => ({ id: ids[at]!, kind: 'comfyui', base_url: url })) },
      clock,
    );
    try {
      const [first, second] = await Promise.all(ids.map((id) => rack.gateway.classes(id)));
      expect(second?.['LoadImage']?.description).toBe('b.png');
      const shared = Object.keys(first!).filter((name) => first?.[name] === second?.[name]);
      expect(shared).toHaveLength(632);
    } finally {
      rack.close();
      await Promise.all(nodes.map((one) => one.stop()));
    }
  });

  it('are read of other nodes soon after many stop in the middle of their answers', async () => {
    const ids = Array.from({ length: 14 }, (_, at) => `gpu-${at}`);
    const rack = gatewayFixture(
      { providers: ids.map((id) => ({ id, kind: 'comfyui', base_url: node.url })) },
      clock,
    );
    const begun: ServerResponse[] = [];
    node.setScript((_, response) => {
      response.write('{');
      begun.push(response);
    });
    try {
      const ended = Promise.allSettled(ids.map((id) => rack.gateway.classes(id)));
      await waitUntil(() => begun.length === ids.length);
      // Also one that waits to be read, and breaks off.
      begun.at(-1)?.socket?.resetAndDestroy();
      for (const response of begun.slice(8)) response.end('}');
      await clock.advance(5_000);
      const outcomes = (await ended).map((one) =>
        one.status === 'fulfilled' ? 'read' : (one.reason as Error).constructor.name,
      );
      expect(outcomes).toEqual([
        ...Array<string>(8).fill('NodeUnreachable'),
        ...Array<string>(5).fill('read'),
        'NodeUnreachable',
      ]);
    } finally {
      rack.close();
    }
  });

  it('are read of other nodes soon after many send hardly anything', async () => {
    const ids = Array.from({ length: 9 }, (_, at) => `gpu-${at}`);
    const rack = gatewayFixture(
      { providers: ids.map((id) => ({ id, kind: 'comfyui', base_url: node.url })) },
      clock,
    );
    const begun: ServerResponse[] = [];
    node.setScript((asked, response) => {
      if (asked.path === '/object_info') {
        response.write('{');
        begun.push(response);
      } else sendJson(response, []);
    });
    try {
      const asked = ids.map((id) => rack.gateway.classes(id));
      const ended = Promise.allSettled(asked);
      await waitUntil(() => begun.length === ids.length);
      for (let second = 1; second < 5; second += 1) {
        await clock.advance(1_000);
        for (const response of begun.slice(0, 8)) response.write(' ');
        // Until the bytes have arrived.
        await rack.gateway.models('gpu-0', `folder-${second}`).catch(() => undefined);
      }
      begun[8]?.end('}');
      await clock.advance(1_000);
      expect((await ended).map(({ status }) => status)).toEqual([
        ...Array<string>(8).fill('rejected'),
        'fulfilled',
      ]);
    } finally {
      rack.close();
    }
  });

  it('reads 2,694 classes of 102 MiB piece by piece, in bounded memory', async () => {
    const before = liveBytes();
    let most = before;
    const measure = (): void => void (most = Math.max(most, liveBytes()));
    let classesSent = 0;
    const onClass = (): void => {
      classesSent += 1;
      if (classesSent % 200 === 0) measure();
    };
    node.setScript((_, response) => void sendLargeObjectInfo(response, onClass));
    const classes = await fixture.gateway.classes('a');
    measure();
    expect(Object.keys(classes)).toHaveLength(LARGE_OBJECT_INFO.classes);
    // The text alone has 102 MiB, its parsed values twice that.
    expect(most - before).toBeLessThan(100 * 1024 * 1024);
  });

  it('reads no refusal of more than 64 MiB', async () => {
    const part = Buffer.alloc(1024 * 1024, ' ');
    let sentParts = 0;
    const sendParts = function* (): Generator<Buffer> {
      for (; sentParts < 400; sentParts += 1) yield part;
    };
    node.setScript((_, response) => {
      response.writeHead(400);
      pipeline(Readable.from(sendParts()), response).catch(() => undefined);
    });
    await expect(fixture.gateway.classes('a')).rejects.toThrow('67108864 bytes');
    expect(sentParts).toBeLessThan(200);
  });

  it('clamps seeds', async () => {
    node.setScript((_, response) =>
      response.end(
        '{"K": {"input": {"required": {"seed": ["INT", {"max": 18446744073709551615}], "x": ["FLOAT", {"max": Infinity}]}}, "output": []}}',
      ),
    );
    const classes = await fixture.gateway.classes('a');
    expect(classes['K']?.input.required).toEqual({
      seed: ['INT', { max: Number.MAX_SAFE_INTEGER }],
      x: ['FLOAT', {}],
    });
  });

  it('keeps the classes of an offline node', async () => {
    expect(fixture.gateway.cachedClasses('a')).toBeNull();
    const classes = await fixture.gateway.classes('a');
    await clock.advance(10_000);
    await node.stop();
    await expect(fixture.gateway.classes('a')).rejects.toThrow(NodeUnreachable);
    expect(fixture.gateway.cachedClasses('a')).toBe(classes);
    node = await ScriptedNode.start();
  });

  it('refreshes in the background when old classes of an online node are read', async () => {
    await fixture.gateway.classes('a');
    fixture.registry.observe('a', { status: 'online' });
    await clock.advance(29_999);
    fixture.gateway.cachedClasses('a');
    await clock.advance(1);
    node.setScript((_, response) => sendJson(response, { New: { input: {}, output: [] } }));
    const old = fixture.gateway.cachedClasses('a');
    expect(Object.keys(old ?? {})).toHaveLength(633);
    while (fixture.gateway.cachedClasses('a') === old) await new Promise(setImmediate);
    expect(Object.keys(fixture.gateway.cachedClasses('a') ?? {})).toEqual(['New']);
    expect(node.paths).toEqual(['/object_info']);
  });

  it('are not requested again for seconds after an answer that is none, unless the node may have changed', async () => {
    node.setScript((_, response) => sendJson(response, [1]));
    const ask = () => fixture.gateway.classes('a');
    await expect(ask()).rejects.toThrow(NodeBadAnswer);
    await expect(ask()).rejects.toThrow(NodeBadAnswer);
    expect(fixture.gateway.cachedClasses('a')).toBeNull();
    expect(node.paths).toHaveLength(1);
    await clock.advance(10_000);
    await expect(ask()).rejects.toThrow(NodeBadAnswer);
    expect(node.paths).toHaveLength(2);
    fixture.gateway.expireFiles('a');
    await expect(ask()).rejects.toThrow(NodeBadAnswer);
    expect(node.paths).toHaveLength(3);
    node.setScript((_, response) => sendJson(response, info));
    expect(await fixture.gateway.currentClasses('a')).toHaveProperty('KSampler');
  });

  it('rejects an invalid answer and keeps the last one', async () => {
    const classes = await fixture.gateway.classes('a');
    await clock.advance(10_000);
    node.setScript((_, response) => sendJson(response, [1]));
    await expect(fixture.gateway.classes('a')).rejects.toThrow(NodeBadAnswer);
    expect(fixture.gateway.cachedClasses('a')).toBe(classes);
  });

  describe('current classes', () => {
    const current = () => fixture.gateway.currentClasses('a');

    it('are fetched after the call, in one request for all who wait', async () => {
      const held: (() => void)[] = [];
      node.setScript((_, response) => held.push(() => sendJson(response, info)));
      const cached = fixture.gateway.classes('a');
      await waitUntil(() => held.length === 1);
      const waiting = [current(), current()];
      held.shift()?.();
      await cached;
      await waitUntil(() => held.length === 1);
      node.setScript((_, response) => sendJson(response, info));
      held.shift()?.();
      await Promise.all(waiting);
      expect(node.paths).toEqual([]);
    });

    it('are cached ones after five fetches in ten seconds', async () => {
      for (let calls = 0; calls < 8; calls += 1) await current();
      expect(node.paths).toHaveLength(5);
      await clock.advance(10_000);
      await current();
      await current();
      expect(node.paths).toHaveLength(7);
    });

    it('are fetched when the node refuses a prompt', async () => {
      await fixture.gateway.classes('a');
      const lesser = { New: { input: {}, output: [] } };
      node.setScript(({ method }, response) =>
        sendJson(response, lesser, method === 'POST' ? 400 : 200),
      );
      await fixture.gateway.submit('a', { promptId: 'p', clientId: 'c', graph: {} });
      await waitUntil(() => 'New' in (fixture.gateway.cachedClasses('a') ?? {}));
    });
  });

  it('lists models, for seconds', async () => {
    node.setScript((_, response) =>
      sendJson(response, ['a.safetensors', 5, 'sub/my lora.safetensors']),
    );
    const names = ['a.safetensors', 'sub/my lora.safetensors'];
    expect(await fixture.gateway.models('a', 'my loras')).toEqual(names);
    expect(await fixture.gateway.models('a', 'my loras')).toEqual(names);
    expect(node.paths).toEqual(['/models/my%20loras']);
    await clock.advance(5000);
    await fixture.gateway.models('a', 'my loras');
    expect(node.paths).toHaveLength(2);
  });

  it('lists the folders of models, for seconds', async () => {
    node.setScript((_, response) => sendJson(response, ['loras', 'vae']));
    for (let n = 0; n < 2; n += 1)
      expect(await fixture.gateway.modelFolders('a')).toEqual(['loras', 'vae']);
    expect(node.paths).toEqual(['/models']);
  });

  it('answers an empty list for an unknown folder', async () => {
    node.setScript((_, response) => response.writeHead(404).end());
    expect(await fixture.gateway.models('a', 'nothing')).toEqual([]);
    node.setScript((_, response) => sendJson(response, { a: 1 }));
    await expect(fixture.gateway.models('a', 'odd')).rejects.toThrow(NodeBadAnswer);
  });
});
