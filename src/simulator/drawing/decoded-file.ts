import { ImageTool } from '../../platform/imaging/image-tool';
import type { Pixels } from './picture';

/** Shared by all simulated nodes of this process. */
const images = new ImageTool();

/**
 * Decodes a picture in a child process, because clients sent it, and turns it upright.
 * @param source the path of the picture, or its bytes
 * @throws ImageUnreadable, MediaTooCostly
 */
export function decodedFile(source: string | Buffer, maxPixels: number): Promise<Pixels> {
  return images.decode(source, { owner: null, maxPixels });
}
