import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { type WireObject, type Writable, asObject, readJson, writeJson } from '../wire/json';

/** What the hub needs from its node. */
export interface HubNode {
  /** The data of a `status` message. */
  status(): Writable;
  /** The features that the node offers, sent in reply to a client's. */
  features(): Writable;
  /** The node of the graph that runs now for that client. */
  runningNode(clientId: string): string | undefined;
  newId(): string;
}

/** Maximum size of a client's message; as in ComfyUI. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;

/**
 * The sockets of a node, one per client id, as in ComfyUI: a second socket of the same id silently replaces the
 * first, and when the first one then closes, the second is dropped, too.
 */
export class WebSocketHub {
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  private readonly sockets = new Map<string, WebSocket>();
  private readonly flags = new Map<string, WireObject>();
  private readonly open = new Set<WebSocket>();
  private muted = false;

  constructor(private readonly node: HubNode) {}

  /** Upgrades a connection to a web socket. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.server.handleUpgrade(request, socket, head, (client) => this.register(client, request));
  }

  /** While muted, events are dropped and sockets stay open. */
  mute(muted: boolean): void {
    this.muted = muted;
  }

  /** Sends a message to one client id, or to every socket. */
  send(event: string, data: Writable, clientId?: string): void {
    this.deliver(writeJson({ type: event, data }), clientId);
  }

  /** Sends a binary message: the event's number, then the bytes. */
  sendBytes(event: number, bytes: Buffer, clientId?: string): void {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(event);
    this.deliver(Buffer.concat([number, bytes]), clientId);
  }

  /** True when the client announced the feature in its first message. */
  supports(clientId: string | undefined, feature: string): boolean {
    return clientId !== undefined && this.flags.get(clientId)?.get(feature) === true;
  }

  /** Ends every connection without a close frame, as a killed process does. */
  dropAll(): void {
    for (const socket of this.open) socket.terminate();
    this.sockets.clear();
    this.flags.clear();
  }

  private deliver(message: string | Buffer, clientId: string | undefined): void {
    if (this.muted) return;
    if (clientId !== undefined) this.sockets.get(clientId)?.send(message);
    else for (const socket of this.sockets.values()) socket.send(message);
  }

  private register(client: WebSocket, request: IncomingMessage): void {
    const query = new URL(request.url ?? '/', 'http://node').searchParams;
    const requestedId = query.get('clientId') ?? '';
    const clientId = requestedId === '' ? this.node.newId().replaceAll('-', '') : requestedId;
    this.open.add(client);
    this.sockets.delete(clientId);
    this.sockets.set(clientId, client);
    this.flags.set(clientId, new Map());
    client.on('error', () => undefined);
    client.on('close', () => {
      this.open.delete(client);
      // ComfyUI removes by id, so that closing an old socket also removes its replacement.
      this.sockets.delete(clientId);
      this.flags.delete(clientId);
    });
    this.sendInitialStatus(clientId);
    this.listen(client, clientId);
  }

  private sendInitialStatus(clientId: string): void {
    this.send('status', { status: this.node.status(), sid: clientId }, clientId);
    const graphNode = this.node.runningNode(clientId);
    if (graphNode !== undefined) this.send('executing', { node: graphNode }, clientId);
  }

  /** Reads the features from a client's first JSON object, and ignores all other messages. */
  private listen(client: WebSocket, clientId: string): void {
    let isAwaitingFirst = true;
    client.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary || !isAwaitingFirst) return;
      const message = parsed(data.toString('utf8'));
      if (message === undefined) return;
      isAwaitingFirst = false;
      if (message.get('type') !== 'feature_flags') return;
      const flags = message.get('data');
      this.flags.set(clientId, asObject(flags));
      this.send('feature_flags', this.node.features(), clientId);
    });
  }
}

function parsed(text: string): WireObject | undefined {
  try {
    const value = readJson(text);
    return value instanceof Map ? value : undefined;
  } catch {
    return undefined;
  }
}
