import { addAbortSignal, Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import FormData from 'form-data';
import { Clock } from '../../../platform/clock/clock';
import { isRecord } from '../../../platform/json';
import { textOr } from '../responses/tolerant-json';
import { NodeBadAnswer, OutputTooLarge } from '../public/node-errors';
import type {
  DownloadedFile,
  DownloadOptions,
  InputUpload,
  NodeFile,
  UploadedInput,
} from '../public/node-access';
import { Deadline } from './deadline';
import { NodeRequestsGateway } from './node-requests.gateway';

/** The headers of a download, and each further `DOWNLOAD_STEP_BYTES` of it, may take so long. */
const DOWNLOAD_STEP_MS = 60_000;
const DOWNLOAD_STEP_BYTES = 512 * 1024;
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
    { filename, subfolder, folderType }: NodeFile,
    { maxBytes = Number.POSITIVE_INFINITY, signal }: DownloadOptions = {},
  ): Promise<DownloadedFile> {
    const query = new URLSearchParams({ filename, subfolder, type: folderType }).toString();
    const { stream, headers } = await this.requests.requestStream(providerId, {
      method: 'GET',
      path: `/view?${query}`,
      timeoutMs: DOWNLOAD_STEP_MS,
      ...(signal ? { signal } : {}),
    });
    if (signal) addAbortSignal(signal, stream);
    const size = Number(headers['content-length'] ?? NaN);
    if (size > maxBytes) {
      stream.on('error', () => undefined).destroy();
      throw new OutputTooLarge(maxBytes);
    }
    const chunks = this.guarded(providerId, stream, maxBytes);
    const guarded = Readable.from(chunks, { objectMode: false });
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
        ...(file.signal ? { signal: file.signal } : {}),
      });
      return { name: uploadedName(providerId, body) };
    } catch (error) {
      throw readError ?? error;
    } finally {
      source.destroy();
    }
  }

  /**
   * Passes the chunks on. Throws `NodeBadAnswer` when the node closes the connection or sends too slowly. Only the time
   * spent waiting for the node counts, not the time in which the reader is busy.
   */
  private async *guarded(
    providerId: string,
    source: Readable,
    maxBytes: number,
  ): AsyncGenerator<Buffer> {
    const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let size = 0;
    let step = { endsAt: DOWNLOAD_STEP_BYTES, leftMs: DOWNLOAD_STEP_MS };
    try {
      for (;;) {
        const askedAt = this.clock.monotonic();
        const deadline = new Deadline(this.clock, step.leftMs);
        deadline.signal.addEventListener('abort', () => source.destroy());
        const next = await chunks.next().finally(() => deadline.done());
        if (next.done === true) return;
        size += next.value.length;
        if (size > maxBytes) throw new OutputTooLarge(maxBytes);
        step.leftMs -= this.clock.monotonic() - askedAt;
        if (size >= step.endsAt)
          step = { endsAt: size + DOWNLOAD_STEP_BYTES, leftMs: DOWNLOAD_STEP_MS };
        yield next.value;
      }
    } catch (error) {
      if (error instanceof OutputTooLarge) throw error;
      throw new NodeBadAnswer(
        providerId,
        'it ended a download early, or sent it too slowly',
        error,
      );
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
