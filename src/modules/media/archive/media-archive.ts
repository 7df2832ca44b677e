import { addAbortSignal, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Plain } from '../../../platform/plain';
import type { MediaResponse } from '../dto/media.response';
import { archiveNames } from './archive-names';

const MANIFEST = 'manifest.json';
/** Larger entries need the 64-bit fields of ZIP. */
const MAX_ZIP32_BYTES = 0xf000_0000;

/** What an archive holds, and how its files are opened. */
export interface ArchiveContent {
  readonly records: readonly Plain<MediaResponse>[];
  /** ISO 8601. */
  readonly createdAt: string;
  /** `null` for a file that is gone. */
  readonly open: (path: string) => Promise<Readable | null>;
}

/**
 * A ZIP of media files, uncompressed, and at its end `manifest.json` with their records. Files are opened one after the
 * other, as fast as the archive is read. A file that is gone is named in the manifest with `missing: true`.
 * @param signal ends it: the stream is destroyed
 */
export function mediaArchive(content: ArchiveContent, signal: AbortSignal): Readable {
  const zip = new ZipFile();
  const output = addAbortSignal(signal, zip.outputStream as Readable);
  zip.on('error', (error: Error) => output.destroy(error));
  pack(zip, content, signal).catch((error: unknown) => output.destroy(error as Error));
  return output;
}

async function pack(
  zip: ZipFile,
  { records, createdAt, open }: ArchiveContent,
  signal: AbortSignal,
): Promise<void> {
  const names = archiveNames(
    records.map(({ name }) => name),
    [MANIFEST],
  );
  const items: object[] = [];
  for (const [at, record] of records.entries()) {
    const file = names[at] ?? record.path;
    const stream = await open(record.path);
    if (stream) await addFile(zip, file, record, addAbortSignal(signal, stream));
    items.push({ file: stream ? file : null, missing: stream === null, ...record });
  }
  const manifest = JSON.stringify({ format: 1, created_at: createdAt, items }, null, 2);
  zip.addBuffer(Buffer.from(manifest), MANIFEST, { compress: false, mtime: new Date(createdAt) });
  zip.end();
}

/** Resolves when the file has been read to its end. */
async function addFile(
  zip: ZipFile,
  name: string,
  { size_bytes: size, created_at: createdAt }: Plain<MediaResponse>,
  stream: Readable,
): Promise<void> {
  const read = finished(stream, { cleanup: true });
  zip.addReadStream(stream, name, {
    compress: false,
    forceZip64Format: size > MAX_ZIP32_BYTES,
    mtime: new Date(createdAt),
  });
  await read;
}
