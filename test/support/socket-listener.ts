import { WebSocket } from 'ws';
import { comparable } from './recorded-shape';
import type { RecordedFrame } from './recordings';
import { waitUntil } from './wait-until';

/** A client of a node that records every frame. */
export class SocketListener {
  readonly frames: RecordedFrame[] = [];
  /** How the connection ended, once it has. */
  closed: number | undefined;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      this.frames.push(isBinary ? binaryFrame(data) : { t: 0, text: JSON.parse(data.toString()) });
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => (this.closed = code));
  }

  /** Connects and waits for the greeting. */
  static async open(url: string, clientId: string | null): Promise<SocketListener> {
    const query = clientId === null ? '' : `?clientId=${clientId}`;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws${query}`);
    const listener = new SocketListener(socket);
    await waitUntil(() => listener.frames.length > 0);
    return listener;
  }

  /** Waits for a message of that type. */
  async until(
    type: string,
    fits: (data: Record<string, unknown>) => boolean = () => true,
  ): Promise<void> {
    await waitUntil(() =>
      this.frames.some(({ text }) => {
        const message = text as { type: string; data: Record<string, unknown> } | undefined;
        return message?.type === type && fits(message.data);
      }),
    );
  }

  async close(): Promise<void> {
    this.socket.close();
    await waitUntil(() => this.closed !== undefined);
  }

  /** Waits for as many frames as are wanted and compares. */
  async expectFrames(wanted: readonly RecordedFrame[], compare: 'order' | 'timing'): Promise<void> {
    const frames = signs(wanted);
    await waitUntil(() => signs(this.frames).length >= frames.length || this.closed !== undefined);
    if (compare === 'order') {
      expect(signs(this.frames)).toEqual(frames);
      return;
    }
    const isStatus = (sign: Sign): boolean => sign.type === 'status';
    const received = signs(this.frames);
    expect(received.filter((sign) => !isStatus(sign))).toEqual(
      frames.filter((sign) => !isStatus(sign)),
    );
    expect(received.filter(isStatus)).toEqual(frames.filter(isStatus));
  }
}

function binaryFrame(data: Buffer): RecordedFrame {
  return {
    t: 0,
    binary: { event: data.readUInt32BE(0), image_magic: data.toString('hex', 8, 12) },
  };
}

interface Sign {
  readonly type: string;
  readonly data?: unknown;
}

/** Frames without what varies: intermediate steps and sizes. */
function signs(frames: readonly RecordedFrame[]): readonly Sign[] {
  const all = frames.flatMap((frame): Sign[] => {
    if (frame.binary !== undefined) {
      const { event, image_magic } = frame.binary;
      return [{ type: 'binary', data: { event, image_magic } }];
    }
    return frame.text === undefined ? [] : [textSign(frame.text as Sign)];
  });
  return all.filter((sign, index) => !isStep(sign) || !all.slice(0, index).some(same(sign)));
}

function textSign({ type, data }: Sign): Sign {
  if (type === 'progress') return { type, data: { node: (data as { node: string }).node } };
  const sid = (data as { sid?: string }).sid;
  // A node generates a client id for a client without one.
  const named =
    sid !== undefined && /^[\da-f]{32}$/.test(sid) ? { ...(data as object), sid: '<id>' } : data;
  return { type, data: comparable(type === 'progress_state' ? withoutSteps(named) : named) };
}

/** Running and finished nodes; all intermediate steps count as one state. */
function withoutSteps(data: unknown): unknown {
  const { nodes } = data as {
    nodes: Record<string, { value: number; max: number; state: string }>;
  };
  return Object.entries(nodes).map(([id, { value, max, state }]) => {
    const between = state === 'running' && value > 0;
    return [id, state, between ? 'between' : value, max];
  });
}

function isStep({ type }: Sign): boolean {
  return type === 'progress' || type === 'progress_state';
}

function same(sign: Sign): (other: Sign) => boolean {
  const text = JSON.stringify(sign);
  return (other) => JSON.stringify(other) === text;
}
