import { createHmac } from 'node:crypto';
import type { StagedInput } from '../../jobs/public/job-queue';
import type { MediaFile } from '../../media/public/media-reader';

/**
 * Where a file is in a node's input folder: `kinora/<secret>/<sha256>.<ext>`. The secret is derived from the staging key
 * and the content: all callers get the same name for the same content, and a graph that contains the name gives access
 * to this file only.
 */
export function stagedInput(key: string, file: MediaFile): StagedInput {
  const secret = createHmac('sha256', key).update(file.sha256).digest('hex').slice(0, 32);
  return {
    sha256: file.sha256,
    owner_id: file.owner_id,
    size: file.size_bytes,
    subfolder: `kinora/${secret}`,
    filename: `${file.sha256}${file.extension}`,
  };
}

/** The name of a staged file in a graph. */
export function graphName({ subfolder, filename }: StagedInput): string {
  return `${subfolder}/${filename}`;
}
