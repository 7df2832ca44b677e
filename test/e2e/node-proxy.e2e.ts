import { gatewayFixture, oneNode } from '../support/gateway-fixture';
import { sendJson, ScriptedNode } from '../support/scripted-node';

describe('a proxy in the environment', () => {
  const before = process.env['http_proxy'];

  afterEach(() => {
    if (before === undefined) delete process.env['http_proxy'];
    else process.env['http_proxy'] = before;
  });

  it('is not used for nodes', async () => {
    const [node, proxy] = await Promise.all([ScriptedNode.start(), ScriptedNode.start()]);
    const fixture = gatewayFixture(oneNode(node.url));
    process.env['http_proxy'] = proxy.url;
    node.setScript((_, response) => sendJson(response, { status: 'in_progress' }));
    expect(await fixture.gateway.lookUp('a', 'p')).toEqual({ state: 'running' });
    expect(proxy.requests).toEqual([]);
    fixture.close();
    await Promise.all([node.stop(), proxy.stop()]);
  });
});
