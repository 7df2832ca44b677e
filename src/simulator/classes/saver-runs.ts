import { writeJson } from '../wire/json-writer';
import { PythonError } from '../wire/python-error';
import type { WireValue } from '../wire/python-float';
import { str } from '../wire/python-text';
import { animatedWebp } from './animation';
import { bytesOf, MOST_BYTES_AT_ONCE, requireMemory } from './memory';
import type { NodeCall, NodeResult, NodeRuns } from './node-run';
import { encodePng, graphTexts, saveFile, savePictures, sizeOf } from './saving';
import { literal } from './value';

async function saveImage({ inputs, context }: NodeCall): Promise<NodeResult> {
  const images = inputs.pictures('images');
  const prefix = inputs.text('filename_prefix', 'ComfyUI');
  const entries = await savePictures(images.frames, { type: 'output', prefix }, context);
  return { outputs: [images], ui: new Map([['images', entries]]) };
}

async function saveAdvanced({ inputs, context }: NodeCall): Promise<NodeResult> {
  const images = inputs.pictures('images');
  if (inputs.text('format') !== 'png') {
    throw new PythonError('NotImplementedError', 'the simulator saves pictures as PNG only');
  }
  const target = {
    type: 'output',
    prefix: inputs.text('filename_prefix'),
    ending: '.png',
  } as const;
  const entries = await savePictures(images.frames, target, context);
  return { outputs: [images], ui: new Map([['images', entries]]) };
}

async function previewImage({ inputs, context }: NodeCall): Promise<NodeResult> {
  const images = inputs.pictures('images');
  const target = { type: 'temp', prefix: `ComfyUI_temp_${context.tempMark}` } as const;
  const entries = await savePictures(images.frames, target, context);
  return { outputs: [images], ui: new Map([['images', entries]]) };
}

async function previewMask({ inputs, context }: NodeCall): Promise<NodeResult> {
  const masks = inputs.pictures('mask');
  const target = { type: 'temp', prefix: `ComfyUI_temp_${context.tempMark}` } as const;
  const entries = await savePictures(masks.frames, target, context);
  const ui = new Map<string, WireValue>([
    ['images', entries],
    ['animated', [false]],
  ]);
  return { outputs: [masks], ui };
}

/** Two pictures next to each other in the user's view; only their previews leave the node. */
async function compare({ inputs, context }: NodeCall): Promise<NodeResult> {
  const ui = new Map<string, WireValue>();
  for (const side of ['a', 'b']) {
    const name = `image_${side}`;
    const frames = inputs.has(name) ? inputs.pictures(name).frames : [];
    const target = {
      type: 'temp',
      prefix: `comfy.compare.${side}_temp_${context.tempMark}`,
    } as const;
    ui.set(
      `${side}_images`,
      frames.length === 0 ? [] : await savePictures(frames, target, context),
    );
  }
  return { outputs: [], ui };
}

async function saveAnimation({ inputs, context }: NodeCall): Promise<NodeResult> {
  const images = inputs.pictures('images');
  requireMemory(bytesOf(images), MOST_BYTES_AT_ONCE);
  const bytes = await animatedWebp(images.frames, {
    fps: inputs.number('fps'),
    lossless: inputs.flag('lossless', true),
    quality: inputs.number('quality', 80),
    texts: graphTexts(context),
  });
  const prefix = inputs.text('filename_prefix');
  const target = { type: 'output', prefix, ending: '_.webp' } as const;
  const entry = await saveFile(sizeOf(images.frames), target, context, (path) =>
    context.files.write(path, bytes),
  );
  const ui = new Map<string, WireValue>([['images', [entry]]]);
  if (images.frames.length > 1) ui.set('animated', [true]);
  return { outputs: [images], ui };
}

async function sendImages({ inputs, context }: NodeCall): Promise<NodeResult> {
  const { frames } = inputs.pictures('images');
  for (const [value, picture] of frames.entries()) {
    const png = await encodePng(picture);
    await context.step({ value, total: frames.length, picture: png });
  }
  return { outputs: [] };
}

function previewAny({ inputs }: NodeCall): NodeResult {
  const text = shown(inputs.constant('source'));
  return { outputs: [literal(text)], ui: new Map([['text', [text]]]) };
}

function shown(value: WireValue | undefined): string {
  if (value === undefined) return 'source exists, but could not be serialized.';
  return Array.isArray(value) || value instanceof Map ? writeJson(value) : str(value);
}

/** Classes that put something out. */
export const SAVER_RUNS: NodeRuns = {
  SaveImage: saveImage,
  SaveImageAdvanced: saveAdvanced,
  PreviewImage: previewImage,
  MaskPreview: previewMask,
  ImageCompare: compare,
  SaveAnimatedWEBP: saveAnimation,
  SaveImageWebsocket: sendImages,
  PreviewAny: previewAny,
};
