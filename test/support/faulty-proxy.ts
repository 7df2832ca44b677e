import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** How the proxy damages an answer: it never arrives, or it is truncated. */
export type AnswerDamage = 'lost' | 'cut';

/**
 * A proxy between a service and a node. It records the requests, and damages answers and breaks connections when a test
 * asks for it, without the node's knowledge.
 */
export class FaultyProxy {
  /** `METHOD /path` of every request that reached the proxy, without queries; web sockets are `GET /ws`. */
  readonly asked: string[] = [];
  /** Whether WebSockets are forwarded. */
  sockets = true;
  /** Routes that the proxy answers itself, with a test's answer. */
  readonly instead = new Map<string, () => unknown>();
  private readonly server = createServer((incoming, outgoing) => this.forward(incoming, outgoing));
  private readonly open = new Set<Duplex>();
  private readonly upgraded = new Set<Duplex>();
  private readonly damages: { readonly route: string; readonly kind: AnswerDamage }[] = [];
  private port = 0;

  private constructor(private readonly node: URL) {
    this.server.on('connection', (socket) => this.watch(socket, this.open));
    this.server.on('upgrade', (incoming, socket, head) =>
      this.forwardSocket(incoming, socket, head),
    );
  }

  /** Starts a proxy in front of the node with this URL. */
  static async before(node: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(new URL(node));
    await proxy.back();
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Number of requests whose `METHOD /path` starts with this text. */
  count(route: string): number {
    return this.asked.filter((asked) => asked.startsWith(route)).length;
  }

  /** The next answer of a route is lost or truncated. @param route `METHOD /path`, or its beginning */
  spoil(route: string, kind: AnswerDamage): void {
    this.damages.push({ route, kind });
  }

  /** Closes every WebSocket. */
  cutSockets(): void {
    for (const socket of this.upgraded) socket.destroy();
  }

  /** The node becomes unreachable; open connections break. */
  async away(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of [...this.open, ...this.upgraded]) socket.destroy();
    await closed;
  }

  /** The node is reachable again, at the same address. */
  async back(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (this.server.listening) await this.away();
  }

  /** Keeps the socket in the set while it is open. */
  private watch(socket: Duplex, set: Set<Duplex>): void {
    set.add(socket);
    socket.on('close', () => set.delete(socket));
    socket.on('error', () => undefined);
  }

  private record({ method, url }: IncomingMessage): string {
    const route = `${String(method)} ${String(url).split('?')[0] ?? ''}`;
    this.asked.push(route);
    return route;
  }

  private takeDamage(route: string): AnswerDamage | undefined {
    const at = this.damages.findIndex((one) => route.startsWith(one.route));
    return at < 0 ? undefined : this.damages.splice(at, 1)[0]?.kind;
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const route = this.record(incoming);
    const answer = this.instead.get(route);
    if (answer) {
      outgoing.writeHead(200, { 'Content-Type': 'application/json' });
      outgoing.end(JSON.stringify(answer()));
      return;
    }
    const damage = this.takeDamage(route);
    const { hostname, port } = this.node;
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers });
    onward.on('error', () => outgoing.destroy());
    onward.on('response', (answer) => {
      if (damage === 'lost') {
        answer.resume().on('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      if (damage === 'cut') {
        answer.once('data', (chunk: Buffer) => {
          outgoing.write(chunk.subarray(0, chunk.length / 2), () => outgoing.destroy());
        });
        return;
      }
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  }

  /** Sends the upgrade request on to the node, and then forwards bytes in both directions. */
  private forwardSocket(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (!this.sockets) {
      socket.destroy();
      return;
    }
    this.record(incoming);
    const onward = connect(Number(this.node.port), this.node.hostname);
    this.watch(onward, this.upgraded);
    this.watch(socket, this.upgraded);
    const lines = [`${String(incoming.method)} ${String(incoming.url)} HTTP/1.1`];
    for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
      lines.push(`${String(incoming.rawHeaders[at])}: ${String(incoming.rawHeaders[at + 1])}`);
    }
    onward.write(`${lines.join('\r\n')}\r\n\r\n`);
    onward.write(head);
    onward.pipe(socket).pipe(onward);
    onward.on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  }
}
