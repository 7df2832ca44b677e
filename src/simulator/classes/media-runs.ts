import { silence, soundOf, soundPart } from '../motion/sound';
import { VideoFrames } from '../motion/video-frames';
import { PythonError } from '../wire/python';
import { bytesOfPicture, requireMemory } from './memory-limits';
import type { NodeCall, NodeResult, RunsByClass } from './node-run';
import { literal, pictures } from './value';

function createVideo({ inputs }: NodeCall): NodeResult {
  const { frames } = inputs.required('pictures', 'images');
  const sound = inputs.optional('sound', 'audio');
  return {
    outputs: [{ kind: 'video', frames, fps: inputs.number('fps'), ...(sound && { sound }) }],
  };
}

async function loadVideo({ inputs, context }: NodeCall): Promise<NodeResult> {
  const name = inputs.text('file');
  const media = await context.ffmpeg.detect((await context.files.require(name)).path);
  const { video, seconds, hasSound } = await context.ffmpeg.facts(media);
  if (video === null) throw new PythonError('ValueError', `No video stream found in ${name}`);
  const { width, height, fps } = video;
  const count = Math.round(seconds * fps);
  requireMemory(bytesOfPicture({ width, height }) * count);
  const frames = await VideoFrames.open({ media, size: { width, height }, frames: count }, context);
  const sound = hasSound ? { sound: soundOf(media, seconds) } : {};
  return { outputs: [{ kind: 'video', frames, fps, ...sound }] };
}

function videoComponents({ inputs }: NodeCall): NodeResult {
  const { frames, fps, sound } = inputs.required('video', 'video');
  return {
    outputs: [pictures(frames), sound ?? literal(null), literal(fps), literal(8), literal('sRGB')],
  };
}

function videoSlice({ inputs }: NodeCall): NodeResult {
  const { frames, fps, sound, ...video } = inputs.required('video', 'video');
  const start = Math.max(0, inputs.number('start_time'));
  const seconds = inputs.number('duration') || frames.length / fps - start;
  const first = Math.round(start * fps);
  const part = frames.slice(first, first + Math.round(seconds * fps));
  const partOfSound = sound && { sound: soundPart(sound, start, seconds) };
  return { outputs: [{ ...video, frames: part, fps, ...partOfSound }] };
}

async function loadAudio({ inputs, context }: NodeCall): Promise<NodeResult> {
  const media = await context.ffmpeg.detect(
    (await context.files.require(inputs.text('audio'))).path,
  );
  const { hasSound, seconds } = await context.ffmpeg.facts(media);
  if (!hasSound) throw new PythonError('ValueError', 'No audio stream found in the file.');
  return { outputs: [soundOf(media, seconds)] };
}

function emptyAudio({ inputs }: NodeCall): NodeResult {
  const [seconds, rate] = [inputs.number('duration'), inputs.number('sample_rate', 44_100)];
  return { outputs: [silence(seconds, rate, inputs.number('channels', 2))] };
}

/** A negative start counts from the end. */
function trimAudio({ inputs }: NodeCall): NodeResult {
  const sound = inputs.required('sound', 'audio');
  const startIndex = inputs.number('start_index');
  const start = startIndex < 0 ? sound.seconds + startIndex : startIndex;
  return { outputs: [soundPart(sound, start, inputs.number('duration'))] };
}

/** Classes about video and sound. */
export const MEDIA_RUNS: RunsByClass = {
  CreateVideo: createVideo,
  LoadVideo: loadVideo,
  GetVideoComponents: videoComponents,
  'Video Slice': videoSlice,
  LoadAudio: loadAudio,
  EmptyAudio: emptyAudio,
  TrimAudioDuration: trimAudio,
};
