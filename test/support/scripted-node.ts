import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A request that the node received. */
export interface ReceivedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

export type Script = (asked: ReceivedRequest, response: ServerResponse) => void;

/** An HTTP server that answers with a test's script. */
export class ScriptedNode {
  readonly requests: ReceivedRequest[] = [];
  private readonly sockets = new Set<Duplex>();

  private constructor(
    readonly server: Server,
    private script: Script,
  ) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => undefined);
    });
    server.on('request', (request, response) => void this.answer(request, response));
  }

  static async start(
    script: Script = (_, response) => sendJson(response, {}),
    port = 0,
  ): Promise<ScriptedNode> {
    const node = new ScriptedNode(createServer(), script);
    await new Promise<void>((resolve) => node.server.listen(port, '127.0.0.1', resolve));
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Paths in the order in which they were asked. */
  get paths(): readonly string[] {
    return this.requests.map(({ method, path }) => (method === 'GET' ? path : `${method} ${path}`));
  }

  setScript(script: Script): void {
    this.script = script;
    this.requests.length = 0;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const { method = '', url = '', headers } = request;
    const asked = { method, path: url, headers, body: Buffer.concat(chunks) };
    this.requests.push(asked);
    this.script(asked, response);
  }
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** As aiohttp answers an unknown route. */
export function sendNotFound(response: ServerResponse): void {
  response.writeHead(404, { 'Content-Type': 'text/plain' }).end('404: Not Found');
}

/** A TCP server that doesn't speak HTTP. */
export async function startRawServer(
  talk: (socket: Socket) => void,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An address where nothing listens: port 1 is never picked as a free port. */
export const UNREACHABLE_URL = 'http://127.0.0.1:1';
