import { openPixels, type Picture, rawPixels } from '../drawing/picture';
import { scaled } from '../drawing/picture-operations';
import { containerOf, type Container } from '../motion/container';
import { soundInput, soundPart } from '../motion/sound';
import { type WireValue, writeJson } from '../wire/json';
import { PythonError, str } from '../wire/python';
import { animatedWebp } from './animation';
import { bytesOf, MAX_ENCODER_BYTES, requireMemory } from './memory-limits';
import type { NodeCall, NodeResult, RunsByClass, RunContext } from './node-run';
import {
  encodePng,
  graphTags,
  graphTexts,
  saveFile,
  savePictures,
  sizeOf,
  type SaveTarget,
} from './save-files';
import { literal, type Pictures, type Sound, type Video } from './value';

/** Saves what comes in: a video, a sound, or pictures. */
export async function saverRun(call: NodeCall): Promise<NodeResult> {
  const { node, inputs } = call;
  const [video] = inputs.all('video');
  if (video !== undefined) return saveVideo(video, call);
  const [sound] = inputs.all('sound');
  if (sound !== undefined) return saveSound(sound, call);
  const batches = inputs.all('pictures');
  if (batches.length > 0) return saveImages(batches, call);
  const problem = `the simulator can't run nodes of the class ${node.name}`;
  throw new PythonError('NotImplementedError', problem);
}

/** A class without a prefix is a preview, which goes to the temporary folder. */
function targetOf({ inputs, context }: NodeCall, ending: string): SaveTarget {
  if (inputs.has('filename_prefix')) {
    return { type: 'output', prefix: inputs.text('filename_prefix'), ending };
  }
  return { type: 'temp', prefix: `ComfyUI_temp_${context.tempMark}`, ending };
}

async function saveImages(batches: readonly Pictures[], call: NodeCall): Promise<NodeResult> {
  const frames = batches.flatMap((batch) => batch.frames);
  const entries = await savePictures(frames, targetOf(call, '_.png'), call.context);
  return { outputs: batches, ui: new Map([['images', entries]]) };
}

async function saveAdvanced(call: NodeCall): Promise<NodeResult> {
  const images = call.inputs.required('pictures', 'images');
  if (call.inputs.text('format') !== 'png') {
    throw new PythonError('NotImplementedError', 'the simulator saves pictures as PNG only');
  }
  const entries = await savePictures(images.frames, targetOf(call, '.png'), call.context);
  return { outputs: [images], ui: new Map([['images', entries]]) };
}

async function saveAnimation(call: NodeCall): Promise<NodeResult> {
  const { inputs, context } = call;
  const images = inputs.required('pictures', 'images');
  requireMemory(bytesOf(images), MAX_ENCODER_BYTES);
  const bytes = await animatedWebp(images.frames, {
    fps: inputs.number('fps'),
    lossless: inputs.flag('lossless', true),
    quality: inputs.number('quality', 80),
    texts: graphTexts(context),
  });
  const target = targetOf(call, '_.webp');
  const entry = await saveFile(sizeOf(images.frames), target, context, (path) =>
    context.files.write(path, bytes),
  );
  const ui = new Map<string, WireValue>([['images', [entry]]]);
  if (images.frames.length > 1) ui.set('animated', [true]);
  return { outputs: [images], ui };
}

async function saveVideo(video: Video, call: NodeCall): Promise<NodeResult> {
  const { inputs } = call;
  const codec = inputs.text('format.codec', inputs.text('codec', 'auto'));
  const ui = await writeVideo(video, containerOf(inputs.text('format', 'auto'), codec), call);
  return { outputs: [video], ui };
}

async function saveWebm(call: NodeCall): Promise<NodeResult> {
  const images = call.inputs.required('pictures', 'images');
  const video: Video = { kind: 'video', frames: images.frames, fps: call.inputs.number('fps') };
  const ui = await writeVideo(video, containerOf('webm', call.inputs.text('codec')), call);
  return { outputs: [images], ui };
}

async function writeVideo(
  { frames, fps, sound }: Video,
  container: Container,
  call: NodeCall,
): Promise<Map<string, WireValue>> {
  const { context } = call;
  const size = sizeOf(frames);
  const track = sound && soundPart(sound, 0, frames.length / fps);
  const inputs = [
    { source: { kind: 'frames', ...size, fps } as const },
    ...(track ? [soundInput(track)] : []),
  ];
  const options = [
    ...(track ? ['-map', '0:v', '-map', '1:a', ...container.sound] : []),
    ...container.picture,
    ...graphTags(context),
    ...container.muxer,
  ];
  const entry = await saveFile(size, targetOf(call, container.ending), context, (path) => {
    const output = [...options, `file:${path}`];
    return context.ffmpeg.run({ inputs, output, chunks: raw(frames, context) }, context.signal);
  });
  return new Map<string, WireValue>([
    ['images', [entry]],
    ['animated', [true]],
  ]);
}

/** The frames' pixels one after another, all in the size of the first. */
async function* raw(frames: readonly Picture[], context: RunContext): AsyncGenerator<Buffer> {
  const size = sizeOf(frames);
  for (const frame of frames) {
    await context.yieldToOthers();
    yield await rgbBytes(scaled(frame, size));
  }
}

async function rgbBytes(picture: Picture): Promise<Buffer> {
  const pixels = await picture.pixels();
  return pixels.channels === 3 ? pixels.data : (await rawPixels(openPixels(pixels), 3)).data;
}

const SOUND_FORMATS = {
  flac: ['-c:a', 'flac', '-f', 'flac'],
  mp3: ['-c:a', 'libmp3lame', '-f', 'mp3'],
  opus: ['-c:a', 'libopus', '-f', 'ogg'],
} as const;

/** The class name says the format: `SaveAudioMP3`; FLAC is the usual one. */
async function saveSound(sound: Sound, call: NodeCall): Promise<NodeResult> {
  const { node, context } = call;
  const format = (['mp3', 'opus'] as const).find((name) => node.name.toLowerCase().endsWith(name));
  const ending = format ?? 'flac';
  const target = targetOf(call, `.${ending}`);
  const options = ['-vn', ...SOUND_FORMATS[ending], ...graphTags(context)];
  const entry = await saveFile({ width: 0, height: 0 }, target, context, (path) =>
    context.ffmpeg.run(
      { inputs: [soundInput(sound)], output: [...options, `file:${path}`] },
      context.signal,
    ),
  );
  return { outputs: [sound], ui: new Map([['audio', [entry]]]) };
}

async function sendImages({ inputs, context }: NodeCall): Promise<NodeResult> {
  const { frames } = inputs.required('pictures', 'images');
  for (const [value, picture] of frames.entries()) {
    const png = await encodePng(picture);
    await context.step({ value, total: frames.length, finalPicture: png });
  }
  return { outputs: [] };
}

function previewAny({ inputs }: NodeCall): NodeResult {
  const value = inputs.constant('source');
  const isStructure = Array.isArray(value) || value instanceof Map;
  const text =
    value === undefined
      ? 'source exists, but could not be serialized.'
      : isStructure
        ? writeJson(value)
        : str(value);
  return { outputs: [literal(text)], ui: new Map([['text', [text]]]) };
}

/** Output classes that do more than save what comes in. */
export const SAVER_RUNS: RunsByClass = {
  SaveImageAdvanced: saveAdvanced,
  SaveAnimatedWEBP: saveAnimation,
  SaveWEBM: saveWebm,
  SaveImageWebsocket: sendImages,
  PreviewAny: previewAny,
};
