import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '../../../platform/clock/clock';
import { isRecord } from '../../../platform/json';
import { textOr } from '../responses/tolerant-json';
import { NodeBadAnswer } from '../public/node-errors';
import type { InputUpload, UploadedInput } from '../public/node-access';
import { Deadline } from './deadline';
import { multipart } from './multipart';
import { NodeRequestsGateway } from './node-requests.gateway';

/** How long a node may stay silent before or within a download. */
const SILENCE_MS = 60_000;
/** An upload may take this long, and longer by its size. */
const UPLOAD_MS = 60_000;
const SLOWEST_UPLOAD_BYTES_PER_MS = 250;

/** Files to and from nodes, streamed. */
@Injectable()
export class NodeFilesGateway {
  constructor(
    private readonly answers: NodeRequestsGateway,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async download(
    providerId: string,
    file: { filename: string; subfolder: string; folderType: string },
  ): Promise<{ stream: Readable; contentType: string; size: number | null }> {
    const { filename, subfolder, folderType } = file;
    const query = new URLSearchParams({ filename, subfolder, type: folderType }).toString();
    const call = { method: 'GET', path: `/view?${query}`, timeoutMs: SILENCE_MS } as const;
    const { stream, headers } = await this.answers.requestStream(providerId, call);
    const size = Number(headers['content-length'] ?? NaN);
    const guarded = Readable.from(this.guarded(providerId, stream), { objectMode: false });
    guarded.once('close', () => stream.destroy());
    return {
      stream: guarded,
      contentType: headers['content-type'] ?? 'application/octet-stream',
      size: Number.isSafeInteger(size) ? size : null,
    };
  }

  async upload(providerId: string, file: InputUpload): Promise<UploadedInput> {
    const { size, filename, subfolder } = file;
    const source = noticing(file.open);
    const form = {
      fields: { type: 'input', subfolder, ...(file.keep === true ? {} : { overwrite: 'true' }) },
      file: { field: 'image', filename, size, open: source.open },
    };
    const call = {
      method: 'POST',
      path: '/upload/image',
      body: multipart(form, `kinora-${this.ids.uuid()}`),
      timeoutMs: UPLOAD_MS + size / SLOWEST_UPLOAD_BYTES_PER_MS,
    } as const;
    const body = await this.answers.requestJson(providerId, call).catch((error: unknown) => {
      throw source.fault() ?? error;
    });
    return { name: uploadedName(providerId, body) };
  }

  /** The chunks as they come; an error of this room when the node falls silent or breaks off. */
  private async *guarded(providerId: string, source: Readable): AsyncGenerator<Buffer> {
    const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    try {
      for (;;) {
        const silence = new Deadline(this.clock, SILENCE_MS);
        silence.signal.addEventListener('abort', () => source.destroy());
        const next = await chunks.next().finally(() => silence.done());
        if (next.done === true) return;
        yield next.value;
      }
    } catch (error) {
      throw new NodeBadAnswer(providerId, 'it broke off a download', error);
    } finally {
      source.destroy();
    }
  }
}

/** A file of ours that can't be read is not the node's fault: remembers it, because the request only tells that it broke. */
function noticing(open: () => Readable): { open: () => Readable; fault: () => unknown } {
  let fault: unknown;
  const notice = (error: unknown): void => void (fault = error);
  return {
    fault: () => fault,
    open: () => {
      try {
        return open().once('error', notice);
      } catch (error) {
        notice(error);
        throw error;
      }
    },
  };
}

/** The file's name as the node chose it, which may be another one than ours. */
function uploadedName(providerId: string, body: unknown): string {
  const name = isRecord(body) ? textOr(body['name']) : '';
  if (name === '') throw new NodeBadAnswer(providerId, 'it does not name the uploaded file');
  return name;
}
