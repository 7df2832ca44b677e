import { type EbmlElement, ebmlElementAt } from '../../media/public/ebml-element';
import type { ReadableBytes } from '../../../platform/imaging/readable-bytes';
import { bytesAt, MAX_PIECES, type NamedTexts } from './named-texts';

const SEGMENT = 0x18538067;
const TAGS = 0x1254c367;
const TAG = 0x7373;
const SIMPLE_TAG = 0x67c8;
const TAG_NAME = 0x45a3;
const TAG_TEXT = 0x4487;

/** The tags of a WebM or Matroska file (RFC 9559 §5.1.8). They may stand behind all pictures. */
export async function matroskaTexts(source: ReadableBytes, texts: NamedTexts): Promise<void> {
  const whole = { start: 0, end: source.size };
  for (const segment of await elementsIn(source, whole, SEGMENT))
    for (const tags of await elementsIn(source, segment, TAGS))
      for (const tag of await elementsIn(source, tags, TAG))
        for (const simple of await elementsIn(source, tag, SIMPLE_TAG))
          await addTag(source, simple, texts);
}

async function addTag(
  source: ReadableBytes,
  simple: EbmlElement,
  texts: NamedTexts,
): Promise<void> {
  const inside = await elementsIn(source, simple);
  const text = async (wanted: number): Promise<string> => {
    const element = inside.find(({ id }) => id === wanted);
    if (!element) return '';
    return (await bytesAt(source, element.start, element.end - element.start)).toString('utf8');
  };
  texts.add(await text(TAG_NAME), await text(TAG_TEXT));
}

async function elementsIn(
  source: ReadableBytes,
  parent: Pick<EbmlElement, 'start' | 'end'>,
  wanted?: number,
): Promise<EbmlElement[]> {
  const elements: EbmlElement[] = [];
  for (
    let at = parent.start, pieces = 0;
    at + 2 <= parent.end && pieces < MAX_PIECES;
    pieces += 1
  ) {
    const element = await ebmlElementAt(source, at, parent.end);
    if (!element || element.isCut) break;
    if (wanted === undefined || element.id === wanted) elements.push(element);
    at = element.end;
  }
  return elements;
}
