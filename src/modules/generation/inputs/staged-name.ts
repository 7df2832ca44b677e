import { createHmac } from 'node:crypto';
import type { StagedInput } from '../../jobs/public/job-queue';
import type { MediaFile } from '../../media/public/media-reader';

/**
 * Where a file lies in a node's input folder: `kinora/<secret>/<sha256>.<ext>`. The secret is the file's own, made of
 * the install's key and the content: the same content has one name, whoever sends it, and a graph that shows the name
 * betrays nothing but this one file. Pure.
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

/** The name by which a graph takes a staged file. */
export function graphName({ subfolder, filename }: StagedInput): string {
  return `${subfolder}/${filename}`;
}
