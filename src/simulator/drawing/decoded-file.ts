import { ImageTool } from '../../platform/imaging/image-tool';
import type { Pixels } from './picture';

/** One for all nodes of this process. */
const images = new ImageTool();

/**
 * The pixels of a picture that a client sent, upright, decoded in a child process: its path, or its bytes.
 * @throws ImageUnreadable, MediaTooCostly
 */
export function decodedFile(source: string | Buffer, maxPixels: number): Promise<Pixels> {
  return images.decode(source, { owner: null, maxPixels });
}
