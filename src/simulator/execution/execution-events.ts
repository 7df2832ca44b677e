import type { WireObject, WireValue, Writable } from '../wire/json';

/** Where the events of a running prompt go. */
export interface EventSink {
  send(event: string, data: Writable, clientId?: string): void;
  sendBytes(event: number, bytes: Buffer, clientId?: string): void;
  supports(clientId: string | undefined, feature: string): boolean;
}

const PREVIEW_IMAGE = 1;
const PREVIEW_IMAGE_WITH_METADATA = 4;

/** Number of a picture's format in a preview. */
const FORMAT = { jpeg: 1, png: 2 } as const;

/**
 * The events of one prompt. Most are sent to the client that queued it only, and to no one without a client; progress
 * is then sent to all sockets, as on the real node.
 */
export class ExecutionEvents {
  /** The messages of the history entry. */
  readonly messages: (readonly [event: string, data: WireObject])[] = [];

  constructor(
    private readonly sink: EventSink,
    readonly promptId: string,
    readonly clientId: string | undefined,
  ) {}

  /** Sends an event and adds it to the history entry. With `broadcast` it goes to every socket if there is no client. */
  milestone(event: string, data: WireObject, broadcast = false): void {
    const stamped = new Map(data).set('timestamp', Date.now());
    this.messages.push([event, stamped]);
    if (this.clientId !== undefined || broadcast) this.sink.send(event, stamped, this.clientId);
  }

  executing(nodeId: string): void {
    this.sendToClient('executing', {
      node: nodeId,
      display_node: nodeId,
      prompt_id: this.promptId,
    });
  }

  executed(nodeId: string, output: WireValue): void {
    this.sendToClient('executed', {
      node: nodeId,
      display_node: nodeId,
      output,
      prompt_id: this.promptId,
    });
  }

  /** The last event of a prompt, after its history entry. */
  idle(): void {
    this.sendToClient('executing', { node: null, prompt_id: this.promptId });
  }

  progressState(data: WireObject): void {
    this.sink.send('progress_state', data, this.clientId);
  }

  progress(nodeId: string, value: number, max: number): void {
    const data = { value, max, prompt_id: this.promptId, node: nodeId };
    this.sink.send('progress', data, this.clientId);
  }

  /** Whether this client supports previews that name their node; these are sent before `progress`, others after it. */
  get namesPreviews(): boolean {
    return this.sink.supports(this.clientId, 'supports_preview_metadata');
  }

  preview(image: { bytes: Buffer; format: keyof typeof FORMAT }): void {
    const type = Buffer.alloc(4);
    type.writeUInt32BE(FORMAT[image.format]);
    this.sink.sendBytes(PREVIEW_IMAGE, Buffer.concat([type, image.bytes]), this.clientId);
  }

  namedPreview(nodeId: string, image: { bytes: Buffer; format: keyof typeof FORMAT }): void {
    const metadata = Buffer.from(
      JSON.stringify({
        node_id: nodeId,
        prompt_id: this.promptId,
        display_node_id: nodeId,
        parent_node_id: null,
        real_node_id: nodeId,
        image_type: `image/${image.format}`,
      }),
    );
    const length = Buffer.alloc(4);
    length.writeUInt32BE(metadata.length);
    const bytes = Buffer.concat([length, metadata, image.bytes]);
    this.sink.sendBytes(PREVIEW_IMAGE_WITH_METADATA, bytes, this.clientId);
  }

  private sendToClient(event: string, data: Writable): void {
    if (this.clientId !== undefined) this.sink.send(event, data, this.clientId);
  }
}
