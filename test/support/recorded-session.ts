import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { textsOf } from '../../src/simulator/files/png';
import { comparable, comparableHeaders, shapeOf } from './recorded-shape';
import { SocketListener } from './socket-listener';
import { recordedBody, recordedFrames, recordedRequestText, recording } from './recordings';

/** An answer of the simulator. */
export interface ReplayAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** A request of a replay. */
export interface ReplayRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | FormData;
}

const FIXTURES = join(__dirname, '../fixtures/comfyui');
const replayed = new Set<string>();

/** File names of all recordings; the catalogue is not an exchange. */
export function recordingNames(): readonly string[] {
  return readdirSync(FIXTURES).filter((name) => name !== 'object_info.json');
}

/** Recordings compared so far in this process. */
export function replayedNames(): ReadonlySet<string> {
  return replayed;
}

/** Replays recordings against one node, with recorded prompt ids mapped to the node's own. */
export class RecordedSession {
  private readonly ids = new Map<string, string>();
  private agent = new Agent({ keepAlive: true });

  constructor(private readonly url: () => string) {}

  /** The node's id for a recorded one. */
  id(recorded: string): string {
    return this.ids.get(recorded) ?? recorded;
  }

  /** Sends a recorded request and expects the recorded answer. */
  async replay(name: string, changes: Partial<ReplayRequest> = {}): Promise<ReplayAnswer> {
    const { request, response } = recording(name);
    replayed.add(`${name}.json`);
    const answer = await this.send({
      ...this.asRecorded(name),
      ...changes,
      method: request.method,
    });
    this.rememberId(response.body, answer);
    const recorded = this.translate(response.body);
    expect({
      name,
      status: answer.status,
      headers: comparableHeaders((header) => headerOf(answer.headers, header)),
      body: comparable(bodyOf(answer, recorded)),
    }).toEqual({
      name,
      status: response.status,
      headers: comparableHeaders((header) => headerOf(response.headers, header)),
      body: comparable(recorded),
    });
    return answer;
  }

  /** Sends a recorded request and expects an answer of the same shape, for machine-specific values. */
  async replayShape(name: string): Promise<void> {
    const { request, response } = recording(name);
    replayed.add(`${name}.json`);
    const answer = await this.send({ method: request.method, path: request.path });
    expect(answer.status).toBe(response.status);
    expect(shapeOf(jsonOf(answer))).toEqual(shapeOf(response.body));
  }

  /** Compares the history of a finished prompt with a recorded one. */
  async history(name: string): Promise<void> {
    replayed.add(`${name}.json`);
    const body = this.translate(recordedBody(name)) as Record<string, unknown>;
    const whole = 'prompt' in body ? { [String((body['prompt'] as unknown[])[1])]: body } : body;
    const [id = ''] = Object.keys(whole);
    await this.finished(id);
    const answer = await this.send({ method: 'GET', path: `/history/${id}` });
    expect(comparable(jsonOf(answer))).toEqual(comparable(whole));
  }

  /** Sends anything. */
  async send({ method, path, headers = {}, body }: ReplayRequest): Promise<ReplayAnswer> {
    if (body instanceof FormData) return this.sendForm(path, body);
    return new Promise((resolve, reject) => {
      const options = { method, headers, agent: this.agent };
      const outgoing = httpRequest(this.url() + path, options, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const { statusCode = 0, headers: received } = incoming;
          resolve({ status: statusCode, headers: received, bytes: Buffer.concat(chunks) });
        });
        incoming.on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  /** Posts a graph given as text; maps the id `recorded` to the node's. */
  async post(
    graph: string,
    more: Record<string, unknown> = {},
    recorded?: string,
  ): Promise<string> {
    const body = `${JSON.stringify({ ...more, x: 0 }).slice(0, -1)},"prompt":${graph}}`;
    const answer = await this.send({ method: 'POST', path: '/prompt', body });
    const promptId = (jsonOf(answer) as { prompt_id: string }).prompt_id;
    if (recorded !== undefined) this.ids.set(recorded, promptId);
    return promptId;
  }

  /** Waits until a prompt is in the history. */
  async finished(promptId: string): Promise<void> {
    let found = false;
    while (!found) {
      const answer = await this.send({ method: 'GET', path: `/history/${promptId}` });
      found = answer.bytes.length > 2;
    }
  }

  /** Waits until nothing is queued or running. */
  async idle(): Promise<void> {
    for (let remaining = 1; remaining > 0;) {
      const answer = await this.send({ method: 'GET', path: '/prompt' });
      const info = jsonOf(answer) as { exec_info: { queue_remaining: number } };
      remaining = info.exec_info.queue_remaining;
    }
  }

  /** Waits until a prompt has reached its sampler, node 3. */
  async sampling(clientId: string): Promise<void> {
    for (let found = false; !found;) {
      const probe = await this.listen(clientId);
      found = JSON.stringify(probe.frames).includes('"executing","data":{"node":"3"');
      await this.disconnect(probe);
    }
  }

  /** Closes a socket and waits until the node has handled it. */
  async disconnect(listener: SocketListener): Promise<void> {
    await listener.close();
    await this.send({ method: 'GET', path: '/prompt' });
  }

  /** Expects that the connection is refused. */
  async expectRefused(name: string): Promise<void> {
    replayed.add(`${name}.json`);
    const { error } = recordedBody(name) as { error: string };
    expect(error).toContain('ConnectionRefusedError');
    // Only a new connection is refused.
    this.agent.destroy();
    this.agent = new Agent({ keepAlive: true });
    const refused = this.send({ method: 'GET', path: '/queue' });
    await expect(refused).rejects.toThrow('ECONNREFUSED');
  }

  /** Compares the texts inside a picture with recorded ones. */
  expectPngTexts(name: string, png: Buffer): void {
    replayed.add(`${name}.json`);
    const texts = [...textsOf(png)].map(([key, text]) => [key, JSON.parse(text) as unknown]);
    expect(Object.fromEntries(texts)).toEqual(recordedBody(name));
  }

  /** Opens a socket that records its frames. */
  async listen(clientId: string | null): Promise<SocketListener> {
    return SocketListener.open(this.url(), clientId);
  }

  /** Compares the frames of a socket with recorded ones. `timing`: frames of several prompts may interleave. */
  async expectFrames(
    listener: SocketListener,
    name: string,
    compare: 'order' | 'timing' = 'order',
  ): Promise<void> {
    replayed.add(`${name}.jsonl`);
    const wanted = this.translate(recordedFrames(name)) as ReturnType<typeof recordedFrames>;
    await listener.expectFrames(wanted, compare);
  }

  /** Every recorded id replaced by the node's. */
  translate(value: unknown): unknown {
    return JSON.parse(this.renamed(JSON.stringify(value))) as unknown;
  }

  /** The recorded request, byte for byte as it was sent, but for ids, host and entity tag. */
  private asRecorded(name: string): ReplayRequest {
    const { method, path, headers } = this.translate(recording(name).request) as {
      method: string;
      path: string;
      headers: Record<string, string> | null;
    };
    const sent: Record<string, string> = { ...headers };
    if ('Host' in sent) sent['Host'] = new URL(this.url()).host;
    if ('If-None-Match' in sent) sent['If-None-Match'] = '*';
    const body = this.renamed(recordedRequestText(name));
    return { method, path, headers: sent, ...(body !== '' && { body }) };
  }

  private renamed(text: string): string {
    let renamed = text;
    for (const [recorded, actual] of this.ids) renamed = renamed.replaceAll(recorded, actual);
    return renamed;
  }

  private async sendForm(path: string, form: FormData): Promise<ReplayAnswer> {
    const answer = await fetch(this.url() + path, { method: 'POST', body: form });
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  }

  private rememberId(recorded: unknown, answer: ReplayAnswer): void {
    const before = (recorded as { prompt_id?: string } | null)?.prompt_id;
    if (before === undefined || answer.status !== 200) return;
    this.ids.set(before, (jsonOf(answer) as { prompt_id: string }).prompt_id);
  }
}

function headerOf(headers: Readonly<Record<string, unknown>>, name: string): string | null {
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : null;
}

export function jsonOf({ bytes }: ReplayAnswer): unknown {
  return JSON.parse(bytes.toString('utf8'));
}

/** The body in the form of the recorded one: JSON, text, or the start of a file. */
function bodyOf(answer: ReplayAnswer, recorded: unknown): unknown {
  if (typeof recorded === 'string') return answer.bytes.toString('utf8');
  const start = (recorded as { _first_16_hex?: string } | null)?._first_16_hex;
  if (start === undefined) return jsonOf(answer);
  // Of a picture only its format is comparable: a PNG starts the same, a WebP has its size in between.
  const hex = answer.bytes.subarray(0, start.length / 2).toString('hex');
  const size = start.startsWith('52494646')
    ? hex.replace(/^(.{8}).{8}/, `$1${start.slice(8, 16)}`)
    : hex;
  return { ...(recorded as object), _first_16_hex: size };
}
