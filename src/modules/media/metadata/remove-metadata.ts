import type { WorkOwner } from '../../../platform/imaging/decoding-slots';
import type { FfmpegTool } from '../../../platform/imaging/ffmpeg-tool';
import { CONTAINERS } from '../intake/containers';
import type { InspectedMedia } from '../intake/media-kind';
import type { ReceivedFile } from '../intake/media-receiver.service';
import type { DiskSpaceService } from '../storage/disk-space.service';
import type { IncomingFile, IncomingFilesStore } from '../storage/incoming-files.store';

/** A copy may exceed its original by this much: its container may need larger tables. */
const EXTRA_BYTES = 16 * 1024 * 1024;
const DURATION_TOLERANCE_S = 0.1;

/** What the removal works with, and whose turn it takes. */
export interface RemovalTools {
  readonly incomingFiles: IncomingFilesStore;
  readonly disk: DiskSpaceService;
  readonly ffmpeg: FfmpegTool;
  readonly owner: WorkOwner;
}

/**
 * Removes metadata (prompts, graphs, comments, EXIF). No pixel, frame or sample changes: PNG, JPEG and WebP lose the
 * parts that hold it; the tracks of a recording are copied into a new file by ffmpeg.
 * @returns the file in place of the received one; `null` where it was not possible and the received one stays
 * @throws DiskFull when there is no space for a second file
 */
export async function removeMetadata(
  received: ReceivedFile,
  inspected: InspectedMedia,
  { incomingFiles, disk, ffmpeg, owner }: RemovalTools,
): Promise<IncomingFile | null> {
  const { incoming } = received;
  const { scan } = inspected;
  if (scan?.pieces && !scan.carriesMetadata) return incoming;
  disk.assertFreeSpace(incoming.size);
  if (scan?.pieces) return incomingFiles.rewrite(incoming, scan.pieces);
  await incomingFiles.ensureWritten(incoming);
  const tools = { ffmpeg, owner };
  const maxBytes = incoming.size + EXTRA_BYTES;
  const copy = await incomingFiles.produce(maxBytes, (path) =>
    copyTracks(received, inspected, tools, { path, maxBytes }),
  );
  if (copy) await incomingFiles.discard(incoming);
  return copy;
}

/** False where the copy is not known to play as the original does. */
async function copyTracks(
  { incoming, kind }: ReceivedFile,
  original: InspectedMedia,
  { ffmpeg, owner }: Omit<RemovalTools, 'incomingFiles' | 'disk'>,
  { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
): Promise<boolean> {
  const container = CONTAINERS[kind.mime];
  if (!container) return false;
  const { demuxer, muxer } = container;
  const source = { path: incoming.file, demuxer, owner };
  if (!(await ffmpeg.copyTracks(source, { path, muxer, maxBytes }))) return false;
  const copy = await ffmpeg.probe({ path, demuxer, owner }).catch(() => null);
  return (
    copy !== null &&
    copy.width === original.width &&
    copy.height === original.height &&
    copy.hasAudio === original.hasAudio &&
    // A live recording does not state its duration; its copy does.
    (original.duration === null ||
      Math.abs((copy.duration ?? 0) - original.duration) <= DURATION_TOLERANCE_S)
  );
}
