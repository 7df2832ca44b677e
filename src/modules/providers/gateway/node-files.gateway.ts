import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import FormData from 'form-data';
import { Clock } from '../../../platform/clock/clock';
import { isRecord } from '../../../platform/json';
import { textOr } from '../responses/tolerant-json';
import { NodeBadAnswer } from '../public/node-errors';
import type { InputUpload, UploadedInput } from '../public/node-access';
import { Deadline } from './deadline';
import { NodeRequestsGateway } from './node-requests.gateway';

/** A download fails after so long without a byte. */
const STALL_TIMEOUT_MS = 60_000;
/** Timeout of an upload, plus the time for its size. */
const UPLOAD_TIMEOUT_MS = 60_000;
const MIN_UPLOAD_BYTES_PER_MS = 250;

/** Files to and from nodes, streamed. */
@Injectable()
export class NodeFilesGateway {
  constructor(
    private readonly requests: NodeRequestsGateway,
    private readonly clock: Clock,
  ) {}

  async download(
    providerId: string,
    file: { filename: string; subfolder: string; folderType: string },
  ): Promise<{ stream: Readable; contentType: string; size: number | null }> {
    const { filename, subfolder, folderType } = file;
    const query = new URLSearchParams({ filename, subfolder, type: folderType }).toString();
    const call = { method: 'GET', path: `/view?${query}`, timeoutMs: STALL_TIMEOUT_MS } as const;
    const { stream, headers } = await this.requests.requestStream(providerId, call);
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
    const source = file.open();
    // The request would only report a broken connection.
    let readError: unknown;
    source.once('error', (error) => (readError = error));
    try {
      const body = await this.requests.requestJson(providerId, {
        method: 'POST',
        path: '/upload/image',
        body: uploadForm(file, source),
        timeoutMs: UPLOAD_TIMEOUT_MS + file.size / MIN_UPLOAD_BYTES_PER_MS,
      });
      return { name: uploadedName(providerId, body) };
    } catch (error) {
      throw readError ?? error;
    } finally {
      source.destroy();
    }
  }

  /** Passes the chunks on; throws `NodeBadAnswer` when the node stalls or closes the connection. */
  private async *guarded(providerId: string, source: Readable): AsyncGenerator<Buffer> {
    const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    try {
      for (;;) {
        const silence = new Deadline(this.clock, STALL_TIMEOUT_MS);
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

/** The multipart form that ComfyUI takes. */
function uploadForm({ size, filename, subfolder, keep }: InputUpload, source: Readable) {
  const form = new FormData();
  form.append('type', 'input');
  form.append('subfolder', subfolder);
  if (keep !== true) form.append('overwrite', 'true');
  form.append('image', source, {
    filename,
    contentType: 'application/octet-stream',
    knownLength: size,
  });
  return {
    content: form,
    type: form.getHeaders()['content-type'] as string,
    length: form.getLengthSync(),
  };
}

/** The file's name on the node, which may differ from the uploaded name. */
function uploadedName(providerId: string, body: unknown): string {
  const name = isRecord(body) ? textOr(body['name']) : '';
  if (name === '') throw new NodeBadAnswer(providerId, 'it does not name the uploaded file');
  return name;
}
