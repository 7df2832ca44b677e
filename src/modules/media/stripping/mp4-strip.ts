import { type IsoBox, isoBoxAt } from '../public/iso-box';
import { MalformedFile, type ReadableBytes } from '../public/readable-bytes';
import type { Edits } from './edits';

/** Boxes that hold boxes with words in them: the index, the fragments and their tracks. */
const HOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'moof', 'traf']);
/** Deeper than those lie in each other. */
const DEEPEST = 8;

/** Of the `uuid` boxes only XMP's goes (ISO 16684-3 §5.2): players need others. */
const XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/**
 * Makes `udta`, `meta` and XMP of an MP4, MOV or M4A `free` boxes of the same size (ISO 14496-12): sample tables hold
 * positions in the file, so nothing may move. Reads nothing but heads of boxes.
 */
export async function stripMp4(source: ReadableBytes, edits: Edits): Promise<void> {
  await stripBoxes(source, edits, { start: 0, end: source.size }, 0);
}

async function stripBoxes(
  source: ReadableBytes,
  edits: Edits,
  parent: Pick<IsoBox, 'start' | 'end'>,
  depth: number,
): Promise<void> {
  for (let at = parent.start; at + 8 <= parent.end;) {
    const box = await isoBoxAt(source, at, parent.end);
    if (!box) throw new MalformedFile('a box of the file is shorter than its head');
    if (await carriesWords(source, box)) {
      edits.blank(at + 4, at + 8, Buffer.from('free'));
      edits.blank(box.start, box.end);
    } else if (HOLDERS.has(box.type) && depth < DEEPEST)
      await stripBoxes(source, edits, box, depth + 1);
    at = box.end;
  }
}

async function carriesWords(source: ReadableBytes, { type, start }: IsoBox): Promise<boolean> {
  if (type === 'uuid') return (await source.read(start, XMP.length)).equals(XMP);
  return type === 'udta' || type === 'meta';
}
