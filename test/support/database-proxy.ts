import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const DEFAULT_PORT = 5432;

/** What happens when the transaction of a statement commits: its answer is lost, or it is the last one that arrives. */
interface CommitFault {
  /** Of the statement. */
  readonly text: string;
  readonly answer: 'lost' | 'last';
}

/** A proxy between a service and PostgreSQL, which can lose the answer to a commit, and all connections. */
export class DatabaseProxy {
  private fault: CommitFault | null = null;
  private isAway = false;
  private readonly open = new Set<Socket>();
  private readonly server = createServer((socket) => this.join(socket));

  private constructor(private readonly database: URL) {}

  static async inFrontOf(url: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(url));
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  /** The database behind the proxy. */
  get url(): string {
    const url = new URL(this.database);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  /** Breaks the connection in which a statement with this text was sent, after its transaction has committed. */
  loseCommitOf(text: string): void {
    this.fault = { text, answer: 'lost' };
  }

  /** Breaks every connection, as {@link away} does, after the transaction of a statement with this text was answered. */
  awayAfterCommitOf(text: string): void {
    this.fault = { text, answer: 'last' };
  }

  /** Breaks every connection, also new ones, until `back` is called. */
  away(): void {
    this.isAway = true;
    for (const socket of this.open) socket.destroy();
  }

  back(): void {
    this.isAway = false;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.open) socket.destroy();
    await closed;
  }

  private join(service: Socket): void {
    if (this.isAway) {
      service.destroy();
      return;
    }
    const { hostname, port } = this.database;
    const database = connect(Number(port) || DEFAULT_PORT, hostname);
    for (const [socket, other] of [
      [service, database],
      [database, service],
    ] as const) {
      this.open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.open.delete(socket);
        other.destroy();
      });
    }
    let hasText = false;
    let answer: CommitFault['answer'] | null = null;
    service.on('data', (chunk) => {
      hasText ||= this.fault !== null && chunk.includes(this.fault.text);
      if (hasText && chunk.includes('COMMIT\0')) {
        answer = this.fault?.answer ?? null;
        this.fault = null;
      }
      database.write(chunk);
    });
    database.on('data', (chunk) => {
      if (answer === 'lost') database.destroy();
      else service.write(chunk, () => answer === 'last' && this.away());
    });
  }
}
