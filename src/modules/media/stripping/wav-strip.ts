import { readExactly, type ReadableBytes } from '../public/readable-bytes';
import type { Edits } from './edits';

/** Chunks of words: ID3, broadcast notes, XML of recorders, XMP. */
const WORDS = new Set(['id3 ', 'ID3 ', 'bext', 'iXML', 'axml', '_PMX']);
/** Lists of words: titles and comments, labels of cues. */
const LISTS = new Set(['INFO', 'adtl']);

/** Makes the texts of a WAV `JUNK` of the same size. */
export async function stripWav(source: ReadableBytes, edits: Edits): Promise<void> {
  for (let at = 12; at + 8 <= source.size;) {
    const header = await readExactly(source, at, 8);
    const id = header.toString('latin1', 0, 4);
    const length = header.readUInt32LE(4);
    const end = Math.min(at + 8 + length + (length % 2), source.size);
    const list = id === 'LIST' ? (await source.read(at + 8, 4)).toString('latin1') : '';
    if (WORDS.has(id) || LISTS.has(list)) {
      edits.blank(at, at + 4, Buffer.from('JUNK'));
      edits.blank(at + 8, end);
    }
    at = end;
  }
}
