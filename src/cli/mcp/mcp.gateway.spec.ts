import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpGateway } from './mcp.gateway';

describe('McpGateway', () => {
  it.each(['', '/', '/mcp', '/mcp/'])('finds the service at its address with %j', async (end) => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/mcp' ? 200 : 404;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(
      new McpGateway(`http://127.0.0.1:${port}${end}`, undefined).check(),
    ).resolves.toBeUndefined();
    server.close();
  });

  it('keeps the negotiated revision when a notification follows the answer of initialize', async () => {
    const seen: unknown[] = [];
    const answers = [
      { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-06-18' } },
      { jsonrpc: '2.0', method: 'notifications/message', params: {} },
    ];
    const server = createServer((request, response) => {
      seen.push(request.headers['mcp-protocol-version']);
      response.setHeader('Content-Type', 'text/event-stream');
      response.end(answers.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const gateway = new McpGateway(`http://127.0.0.1:${port}`, undefined);
    const { signal } = new AbortController();
    for (const method of ['initialize', 'ping'])
      await gateway.send({ jsonrpc: '2.0', id: 1, method }, () => undefined, signal);
    expect(seen).toEqual([undefined, '2025-06-18']);
    server.close();
  });
});
