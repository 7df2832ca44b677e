import { join } from 'node:path';
import { withTexts } from '../files/png';
import type { FolderType } from '../files/image-name';
import { openPixels, type Picture } from '../drawing/picture';
import { PythonError } from '../wire/python-error';
import { writeJson } from '../wire/json-writer';
import type { WireObject, WireValue } from '../wire/python-float';
import { str } from '../wire/python-text';
import type { NodeCall, NodeResult, NodeRuns, RunContext } from './node-run';

/** A saved file as answers name it. */
function fileEntry(filename: string, subfolder: string, type: FolderType): WireObject {
  return new Map<string, WireValue>([
    ['filename', filename],
    ['subfolder', subfolder],
    ['type', type],
  ]);
}

async function saveImages(
  frames: readonly Picture[],
  target: { prefix: string; type: FolderType },
  context: RunContext,
): Promise<NodeResult['ui']> {
  const [first] = frames;
  if (first === undefined) throw new PythonError('IndexError', 'list index out of range');
  const place = await context.files.place(target.type, target.prefix, first.size);
  const entries: WireValue[] = [];
  for (const [index, picture] of frames.entries()) {
    const stem = place.filename.replaceAll('%batch_num%', String(index));
    const filename = `${stem}_${String(place.counter + index).padStart(5, '0')}_.png`;
    const png = await encodePicture(picture);
    await context.files.write(join(place.folder, filename), withTexts(png, metadata(context)));
    entries.push(fileEntry(filename, place.subfolder, target.type));
  }
  return new Map([['images', entries]]);
}

async function encodePicture(picture: Picture): Promise<Buffer> {
  return openPixels(await picture.pixels())
    .png({ compressionLevel: 4 })
    .toBuffer();
}

/** What the real one writes into its PNGs: the graph, and the extra entries of the client (`workflow`). */
function metadata({ prompt, extraData }: RunContext): readonly (readonly [string, string])[] {
  const extra = extraData.get('extra_pnginfo');
  const entries = extra instanceof Map ? [...extra] : [];
  return [
    ['prompt', writeJson(prompt)],
    ...entries.map(([key, value]) => [key, writeJson(value)] as const),
  ];
}

export const SAVER_RUNS: NodeRuns = {
  SaveImage: async ({ inputs, context }: NodeCall) => {
    const images = inputs.pictures('images');
    const target = { prefix: inputs.text('filename_prefix', 'ComfyUI'), type: 'output' } as const;
    const ui = await saveImages(images.frames, target, context);
    return { outputs: [images], ...(ui && { ui }) };
  },
  PreviewImage: async ({ inputs, context }: NodeCall) => {
    const images = inputs.pictures('images');
    const target = { prefix: `ComfyUI_temp_${context.tempMark}`, type: 'temp' } as const;
    const ui = await saveImages(images.frames, target, context);
    return { outputs: [images], ...(ui && { ui }) };
  },
  SaveImageWebsocket: async ({ inputs, context }: NodeCall) => {
    const { frames } = inputs.pictures('images');
    for (const [value, picture] of frames.entries()) {
      const png = await encodePicture(picture);
      await context.step({ value, total: frames.length, picture: png });
    }
    return { outputs: [] };
  },
  PreviewAny: ({ inputs }: NodeCall) => {
    const text = inputs.has('source') ? shown(inputs.constant('source')) : 'source is None';
    return { outputs: [{ kind: 'literal', value: text }], ui: new Map([['text', [text]]]) };
  },
};

function shown(value: WireValue | undefined): string {
  if (value === undefined) return 'source exists, but could not be serialized.';
  if (value === null) return 'None';
  return Array.isArray(value) || value instanceof Map ? writeJson(value) : str(value);
}
