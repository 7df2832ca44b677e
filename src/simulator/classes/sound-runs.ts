import { silence, soundInput, soundOf, soundPart, tone } from '../motion/sound';
import { PythonError } from '../wire/python-error';
import type { FolderType } from '../files/image-name';
import type { NodeCall, NodeResult, NodeRun, NodeRuns } from './node-run';
import { graphTags, saveFile } from './saving';

async function load({ inputs, context }: NodeCall): Promise<NodeResult> {
  const name = inputs.text('audio');
  const file = await context.files.find(name);
  if (file === undefined) {
    throw new PythonError('FileNotFoundError', `[Errno 2] No such file or directory: '${name}'`);
  }
  const media = await context.ffmpeg.open(file.path);
  const { hasSound, seconds } = await context.ffmpeg.facts(media);
  if (!hasSound) throw new PythonError('ValueError', 'No audio stream found in the file.');
  return { outputs: [soundOf(media, seconds)] };
}

function empty({ inputs }: NodeCall): NodeResult {
  const [seconds, rate] = [inputs.number('duration'), inputs.number('sample_rate', 44_100)];
  return { outputs: [silence(seconds, rate, inputs.number('channels', 2))] };
}

/** A negative start counts from the end. */
function trim({ inputs }: NodeCall): NodeResult {
  const sound = inputs.sound('audio');
  const wanted = inputs.number('start_index');
  const start = wanted < 0 ? sound.seconds + wanted : wanted;
  return { outputs: [soundPart(sound, start, inputs.number('duration'))] };
}

function decode({ inputs }: NodeCall): NodeResult {
  return { outputs: [tone(inputs.latent('samples').soundSeconds ?? 0)] };
}

interface SoundFormat {
  readonly ending: string;
  readonly args: readonly string[];
}

const FLAC: SoundFormat = { ending: '.flac', args: ['-c:a', 'flac', '-f', 'flac'] };
const MP3: SoundFormat = { ending: '.mp3', args: ['-c:a', 'libmp3lame', '-f', 'mp3'] };
const OPUS: SoundFormat = { ending: '.opus', args: ['-c:a', 'libopus', '-f', 'ogg'] };

function save({ ending, args }: SoundFormat, type: FolderType = 'output'): NodeRun {
  return async ({ inputs, context }) => {
    const sound = inputs.sound('audio');
    const prefix = inputs.text('filename_prefix', `ComfyUI_temp_${context.tempMark}`);
    const target = { type, prefix, ending };
    const entry = await saveFile({ width: 0, height: 0 }, target, context, (path) =>
      context.ffmpeg.run(
        {
          inputs: [soundInput(sound)],
          output: ['-vn', ...args, ...graphTags(context), `file:${path}`],
        },
        context.signal,
      ),
    );
    return { outputs: [sound], ui: new Map([['audio', [entry]]]) };
  };
}

/** Classes about sound. */
export const SOUND_RUNS: NodeRuns = {
  LoadAudio: load,
  EmptyAudio: empty,
  TrimAudioDuration: trim,
  LTXVAudioVAEDecode: decode,
  SaveAudio: save(FLAC),
  SaveAudioMP3: save(MP3),
  SaveAudioOpus: save(OPUS),
  PreviewAudio: save(FLAC, 'temp'),
};
