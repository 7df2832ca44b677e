import type { Schemas } from '@kinora/client';
import { uploadMedia } from '../../../api/media-upload';
import { workflowsWords as words } from '../words';

type Source = Pick<Schemas['ImportWorkflowDto'], 'graph' | 'media'>;

/**
 * The graph of a JSON file; other files are uploaded, and the service reads the graph inside.
 * @throws Error for a text that is not JSON, KinoraError if the upload is refused
 */
export async function readImport(file: File): Promise<Source> {
  const isJson = file.type === 'application/json' || /\.json$/i.test(file.name);
  if (!isJson && !file.type.startsWith('text/')) {
    const { path } = await uploadMedia(file, () => undefined, new AbortController().signal);
    return { media: path };
  }
  try {
    return { graph: JSON.parse(await file.text()) as Record<string, unknown> };
  } catch {
    throw new Error(isJson ? words.import.notJson(file.name) : words.import.noGraph(file.name));
  }
}
