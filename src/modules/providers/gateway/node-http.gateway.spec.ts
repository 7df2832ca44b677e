import {
  type GatewayFixture,
  gatewayFixture,
  oneNode,
} from '../../../../test/support/gateway-fixture';
import { ManualClock } from '../../../../test/support/manual-clock';
import { ScriptedNode } from '../../../../test/support/scripted-node';
import { waitUntil } from '../../../../test/support/wait-until';
import { NodeUnreachable } from '../public/node-errors';

describe('a GET while the node answers none of those before', () => {
  const CONNECTIONS = 64;
  const clock = new ManualClock();
  let node: ScriptedNode;
  let fixture: GatewayFixture;
  let others: Promise<unknown>;

  beforeEach(async () => {
    node = await ScriptedNode.start(() => undefined);
    fixture = gatewayFixture(oneNode(node.url), clock);
    others = Promise.allSettled(Array.from({ length: CONNECTIONS }, () => get(60_000)));
    await waitUntil(() => node.requests.length === CONNECTIONS);
  });

  afterEach(async () => {
    await node.stop();
    await others;
    fixture.close();
  });

  const get = (timeoutMs: number, signal?: AbortSignal) =>
    fixture.requests.request('a', {
      method: 'GET',
      path: '/prompt',
      timeoutMs,
      ...(signal ? { signal } : {}),
    });

  it('ends at its timeout', async () => {
    const failure = expect(get(1000)).rejects.toThrow('it gave no answer within 1 s');
    await clock.advance(1000);
    await failure;
  });

  it('ends when it is aborted', async () => {
    const end = new AbortController();
    const failure = expect(get(1000, end.signal)).rejects.toThrow(NodeUnreachable);
    end.abort();
    await failure;
    await expect(get(1000, end.signal)).rejects.toThrow(NodeUnreachable);
  });
});
