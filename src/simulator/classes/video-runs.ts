import type { Picture } from '../drawing/picture';
import { scaled } from '../drawing/picture-operations';
import { type Container, containerOf } from '../motion/container';
import { soundInput, soundOf, soundPart } from '../motion/sound';
import { UnpackedVideo } from '../motion/unpacked-video';
import { PythonError } from '../wire/python-error';
import type { WireValue } from '../wire/python-float';
import { bytesOfPicture, requireMemory } from './memory';
import type { NodeCall, NodeResult, NodeRuns, RunContext } from './node-run';
import { graphTags, saveFile, sizeOf } from './saving';
import { literal, pictures, type Video } from './value';

function create({ inputs }: NodeCall): NodeResult {
  const { frames } = inputs.pictures('images');
  // The sound of a silent video is nothing, and may be linked all the same.
  const hasSound = inputs.has('audio') && inputs.constant('audio') !== null;
  const sound = hasSound ? inputs.sound('audio') : undefined;
  const video: Video = {
    kind: 'video',
    frames,
    fps: inputs.number('fps'),
    ...(sound && { sound }),
  };
  return { outputs: [video] };
}

async function load({ inputs, context }: NodeCall): Promise<NodeResult> {
  const name = inputs.text('file');
  const file = await context.files.find(name);
  if (file === undefined) {
    throw new PythonError('FileNotFoundError', `[Errno 2] No such file or directory: '${name}'`);
  }
  const media = await context.ffmpeg.open(file.path);
  const facts = await context.ffmpeg.facts(media);
  if (facts.video === null) throw new PythonError('ValueError', `No video stream found in ${name}`);
  const { width, height, fps } = facts.video;
  requireMemory(bytesOfPicture({ width, height }) * Math.round(facts.seconds * fps));
  const frames = await UnpackedVideo.open(
    { media, size: { width, height }, frames: Math.round(facts.seconds * fps) },
    context,
  );
  const sound = facts.hasSound ? { sound: soundOf(media, facts.seconds) } : {};
  return { outputs: [{ kind: 'video', frames, fps, ...sound }] };
}

function components({ inputs }: NodeCall): NodeResult {
  const { frames, fps, sound } = inputs.video('video');
  return {
    outputs: [pictures(frames), sound ?? literal(null), literal(fps), literal(8), literal('sRGB')],
  };
}

function slice({ inputs }: NodeCall): NodeResult {
  const { frames, fps, sound, ...video } = inputs.video('video');
  const start = Math.max(0, inputs.number('start_time'));
  const seconds = inputs.number('duration') || frames.length / fps - start;
  const first = Math.round(start * fps);
  const kept = frames.slice(first, first + Math.round(seconds * fps));
  const part = sound && { sound: soundPart(sound, start, seconds) };
  return { outputs: [{ ...video, frames: kept, fps, ...part }] };
}

async function saveVideo({ inputs, context }: NodeCall): Promise<NodeResult> {
  const video = inputs.video('video');
  const codec = inputs.text('format.codec', inputs.text('codec', 'auto'));
  const container = containerOf(inputs.text('format', 'auto'), codec);
  return saved(video, inputs.text('filename_prefix'), container, context);
}

async function saveWebm({ inputs, context }: NodeCall): Promise<NodeResult> {
  const { frames } = inputs.pictures('images');
  const container = containerOf('webm', inputs.text('codec'));
  const video = { kind: 'video', frames, fps: inputs.number('fps') } as const;
  const { ui } = await saved(video, inputs.text('filename_prefix'), container, context);
  return { outputs: [pictures(frames)], ...(ui && { ui }) };
}

async function saved(
  video: Video,
  prefix: string,
  container: Container,
  context: RunContext,
): Promise<NodeResult> {
  const target = { type: 'output', prefix, ending: container.ending } as const;
  const entry = await saveFile(sizeOf(video.frames), target, context, (path) =>
    encode(video, container, context, path),
  );
  const ui = new Map<string, WireValue>([
    ['images', [entry]],
    ['animated', [true]],
  ]);
  return { outputs: [video], ui };
}

async function encode(
  { frames, fps, sound }: Video,
  container: Container,
  context: RunContext,
  path: string,
): Promise<void> {
  const { width, height } = sizeOf(frames);
  const heard = sound && soundPart(sound, 0, frames.length / fps);
  const source = { kind: 'frames', width, height, fps } as const;
  const output = [
    ...(heard ? ['-map', '0:v', '-map', '1:a', ...container.sound] : []),
    ...container.picture,
    ...[...graphTags(context), ...container.muxer, `file:${path}`],
  ];
  const inputs = [{ source }, ...(heard ? [soundInput(heard)] : [])];
  await context.ffmpeg.run({ inputs, output, chunks: raw(frames, context) }, context.signal);
}

/** The frames' pixels one after another, all in the size of the first. */
async function* raw(frames: readonly Picture[], context: RunContext): AsyncGenerator<Buffer> {
  const size = sizeOf(frames);
  for (const frame of frames) {
    await context.breathe();
    const { data } = await scaled(frame, size)
      .through(size, (image) => image, 3)
      .pixels();
    yield data;
  }
}

/** Classes about moving pictures as a whole. */
export const VIDEO_RUNS: NodeRuns = {
  CreateVideo: create,
  LoadVideo: load,
  GetVideoComponents: components,
  'Video Slice': slice,
  SaveVideo: saveVideo,
  SaveWEBM: saveWebm,
};
