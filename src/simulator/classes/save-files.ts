import { join } from 'node:path';
import { openPixels, type Picture, type Size } from '../drawing/picture';
import { greyPicture } from '../drawing/picture-operations';
import type { FolderType } from '../files/image-name';
import type { SaveTargetPath } from '../files/node-files.store';
import { withTexts } from '../files/png';
import { type WireObject, type WireValue, writeJson } from '../wire/json';
import { PythonError } from '../wire/python';
import type { RunContext } from './node-run';

/** Where pictures go, and how their files are called. */
export interface SaveTarget {
  readonly type: FolderType;
  readonly prefix: string;
  /** What comes after the number. */
  readonly ending: string;
}

/** Saves pictures as PNG files with the graph inside, and returns their names. */
export async function savePictures(
  frames: readonly Picture[],
  target: SaveTarget,
  context: RunContext,
): Promise<WireValue[]> {
  const savePath = await context.files.place(target.type, target.prefix, sizeOf(frames));
  const entries: WireValue[] = [];
  for (const [index, picture] of frames.entries()) {
    const filename = fileName(savePath, index, target.ending);
    const png = withTexts(await encodePng(picture), graphTexts(context));
    await context.files.write(join(savePath.folder, filename), png);
    entries.push(fileEntry(filename, savePath, target.type));
  }
  return entries;
}

/** Writes one file for all pictures together; `write` fills the file of that path. */
export async function saveFile(
  size: Size,
  target: SaveTarget,
  context: RunContext,
  write: (path: string) => Promise<void>,
): Promise<WireValue> {
  const savePath = await context.files.place(target.type, target.prefix, size);
  const filename = fileName(savePath, 0, target.ending);
  await write(join(savePath.folder, filename));
  return fileEntry(filename, savePath, target.type);
}

/** The size of the pictures. Throws as Python does when there are none. */
export function sizeOf([first]: readonly Picture[]): Size {
  if (first === undefined) throw new PythonError('IndexError', 'list index out of range');
  return first.size;
}

function fileName({ filename, counter }: SaveTargetPath, index: number, ending: string): string {
  const stem = filename.replaceAll('%batch_num%', String(index));
  return `${stem}_${String(counter + index).padStart(5, '0')}${ending}`;
}

/** A file entry of the history. */
function fileEntry(filename: string, { subfolder }: SaveTargetPath, type: FolderType): WireObject {
  return new Map<string, WireValue>([
    ['filename', filename],
    ['subfolder', subfolder],
    ['type', type],
  ]);
}

/** Encodes a picture as PNG without text chunks; a mask becomes grey. */
export async function encodePng(picture: Picture): Promise<Buffer> {
  const colours = picture.channels === 1 ? greyPicture(picture) : picture;
  return openPixels(await colours.pixels())
    .png({ compressionLevel: 4 })
    .toBuffer();
}

/** Longer graphs don't fit into a command line argument, in letters. */
const MAX_ARGUMENT_LETTERS = 100_000;

/** {@link graphTexts} as ffmpeg's arguments for a file that plays. */
export function graphTags(context: RunContext): readonly string[] {
  return graphTexts(context)
    .filter(([, text]) => text.length <= MAX_ARGUMENT_LETTERS)
    .flatMap(([key, text]) => ['-metadata', `${key}=${text}`]);
}

/** The metadata of saved files: the graph, and the extra entries of the client (`workflow`). */
export function graphTexts({
  prompt,
  extraData,
}: RunContext): readonly (readonly [keyword: string, text: string])[] {
  const extra = extraData.get('extra_pnginfo');
  const entries = extra instanceof Map ? [...extra] : [];
  return [
    ['prompt', writeJson(prompt)],
    ...entries.map(([key, value]) => [key, writeJson(value)] as const),
  ];
}
