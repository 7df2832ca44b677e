import { isRecord, type JsonRecord, listOr, recordOr } from '../../../platform/json';
import { FINAL_EVENTS } from '../responses/job-response';
import { readQueueRemaining } from '../responses/node-status';
import { countOf, parseTolerantJson, textOr } from '../responses/tolerant-json';
import type { NodeEvent } from '../public/node-events';

const PREVIEW = 1;
const PREVIEW_WITH_METADATA = 4;
/** Longer ids are nobody's: they would only fill the memory. */
const MAX_ID_LENGTH = 200;
/** Nodes of one prompt whose end is remembered. */
const MAX_DONE = 5_000;
const MAX_PREVIEW_BYTES = 8 * 1024 * 1024;

const JPEG = 'ffd8ff';
const PNG = '89504e47';

/** Turns the frames of one socket into events. Unknown and invalid frames are ignored. */
export class SocketFrameReader {
  /** The running prompt according to the last frame, because previews of older nodes don't name their prompt. */
  private running: { readonly promptId: string; readonly done: Set<string> } | null = null;
  /** Running and pending prompts according to the last frame; `null` before the first. */
  private remaining: number | null = null;

  constructor(private readonly providerId: string) {}

  queueRemaining(): number | null {
    return this.remaining;
  }

  text(frame: string): readonly NodeEvent[] {
    const message = parsed(frame);
    const type = textOr(message['type']);
    const data = recordOr(message['data']);
    if (type === 'status') return this.status(data);
    const promptId = idOf(data['prompt_id']);
    return promptId === '' ? [] : this.aboutPrompt(type, promptId, data);
  }

  binary(frame: Buffer): readonly NodeEvent[] {
    if (frame.length < 8) return [];
    const event = frame.readUInt32BE(0);
    if (event === PREVIEW) return this.preview(this.running?.promptId ?? '', frame.subarray(8));
    if (event !== PREVIEW_WITH_METADATA) return [];
    const end = 8 + frame.readUInt32BE(4);
    const metadata = parsed(frame.subarray(8, end).toString('utf8'));
    const promptId = idOf(metadata['prompt_id']) || (this.running?.promptId ?? '');
    return this.preview(promptId, frame.subarray(end));
  }

  private status(data: JsonRecord): readonly NodeEvent[] {
    const remaining = readQueueRemaining(data['status']);
    if (remaining === null) return [];
    this.remaining = remaining;
    return [{ kind: 'queue', providerId: this.providerId, remaining }];
  }

  private aboutPrompt(type: string, promptId: string, data: JsonRecord): readonly NodeEvent[] {
    const { providerId } = this;
    if (FINAL_EVENTS.includes(type)) {
      if (this.running?.promptId === promptId) this.running = null;
      return [{ kind: 'ended', providerId, promptId }];
    }
    switch (type) {
      case 'execution_start':
        this.running = { promptId, done: new Set() };
        return [{ kind: 'started', providerId, promptId }];
      case 'execution_cached':
        return this.done(promptId, listOr(data['nodes']).map(idOf));
      case 'executed':
        return this.done(promptId, [idOf(data['node'])]);
      case 'progress_state':
        return this.done(promptId, finishedNodes(data['nodes']));
      case 'executing':
        return this.executing(promptId, idOf(data['node']));
      case 'progress':
        return this.progress(promptId, data);
      default:
        return [];
    }
  }

  private executing(promptId: string, nodeId: string): readonly NodeEvent[] {
    if (nodeId === '') return [];
    this.doneOf(promptId);
    return [{ kind: 'executing', providerId: this.providerId, promptId, nodeId }];
  }

  private progress(promptId: string, data: JsonRecord): readonly NodeEvent[] {
    const value = countOf(data['value']);
    const max = countOf(data['max']);
    const nodeId = idOf(data['node']);
    if (value === undefined || max === undefined || max === 0 || nodeId === '') return [];
    this.doneOf(promptId);
    const { providerId } = this;
    return [{ kind: 'progress', providerId, promptId, nodeId, value: Math.min(value, max), max }];
  }

  /** Reported only when the number has grown, because nodes repeat the whole state at every step. */
  private done(promptId: string, nodes: readonly string[]): readonly NodeEvent[] {
    const done = this.doneOf(promptId);
    const before = done.size;
    for (const node of nodes.slice(0, MAX_DONE)) {
      if (node !== '' && done.size < MAX_DONE) done.add(node);
    }
    if (done.size === before) return [];
    return [{ kind: 'nodes_done', providerId: this.providerId, promptId, done: [...done] }];
  }

  /** A socket that opens in the middle of a prompt hears no start of it. */
  private doneOf(promptId: string): Set<string> {
    if (this.running?.promptId !== promptId) this.running = { promptId, done: new Set() };
    return this.running.done;
  }

  private preview(promptId: string, bytes: Buffer): readonly NodeEvent[] {
    const magic = bytes.subarray(0, 4).toString('hex');
    const mime = magic === PNG ? 'image/png' : magic.startsWith(JPEG) ? 'image/jpeg' : null;
    if (mime === null || promptId === '' || bytes.length > MAX_PREVIEW_BYTES) return [];
    return [{ kind: 'preview', providerId: this.providerId, promptId, mime, bytes }];
  }
}

function parsed(frame: string): JsonRecord {
  try {
    return recordOr(parseTolerantJson(frame));
  } catch {
    return {};
  }
}

function idOf(value: unknown): string {
  const id = textOr(value);
  return id.length <= MAX_ID_LENGTH ? id : '';
}

function finishedNodes(nodes: unknown): readonly string[] {
  return Object.entries(recordOr(nodes))
    .filter(([, node]) => isRecord(node) && node['state'] === 'finished')
    .map(([id]) => idOf(id));
}
