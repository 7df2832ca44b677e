import type { Schemas } from '@kinora/client';
import { uploadMedia } from '../../../api/media-upload';
import { workflowsWords as words } from '../words';

type Source = Pick<Schemas['ImportWorkflowDto'], 'graph' | 'media'>;

/**
 * The graph of a JSON file; pictures and clips are uploaded, and the service reads the graph inside.
 * @throws Error for another file, KinoraError if the upload is refused
 */
export async function readImport(file: File): Promise<Source> {
  if (/^(?:image|video)\//.test(file.type)) {
    const { path } = await uploadMedia(file, () => undefined, new AbortController().signal);
    return { media: path };
  }
  try {
    return { graph: JSON.parse(await file.text()) as Record<string, unknown> };
  } catch {
    const isJson = /\.json$/i.test(file.name);
    throw new Error(isJson ? words.import.notJson(file.name) : words.import.noGraph(file.name));
  }
}
