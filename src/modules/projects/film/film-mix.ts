import type { FfmpegRun, MediaInput } from '../../../platform/imaging/ffmpeg-run';
import { MEASURE, WITH_FIGURES } from './film-loudness';
import { RAW_SOUND, SAMPLE_RATE, type Track } from './film-sound';

/** Where the sounds of a film come from; `null` for those that it doesn't have. */
export type MixSources = Readonly<
  Record<Track | 'music' | 'narration', MediaInput['source'] | null>
>;

/** The mixed sound, before its loudness is set: floating-point samples, which can't clip. */
export const MIX = 'mix.pcm';

/** How loud music is below the other sounds, in decibels. */
const MUSIC_GAIN = -6;
const MUSIC_FADE_SECONDS = 2;
/** Lowers a sound by about 15 dB while somebody speaks. */
const DUCKED = 'sidechaincompress=threshold=0.01:ratio=4:attack=50:release=600';
const SILENCE = { kind: 'made', graph: `anullsrc=r=${SAMPLE_RATE}:cl=stereo` } as const;

/** A track in raw samples, in the folder of the film. */
export const trackSource = (track: Track): MediaInput['source'] => ({
  kind: 'own',
  name: trackFile(track),
  format: 's16le',
});

export const trackFile = (track: Track): string => `${track}.pcm`;

/** The run that mixes all sounds of a film to {@link MIX}, as long as the film, and measures the mixed sound. */
export function mixRun(sources: MixSources, samples: number, target: string): FfmpegRun {
  const { speech, narration, ducked, music, kept } = sources;
  const fadeStart = Math.max(0, samples / SAMPLE_RATE - MUSIC_FADE_SECONDS).toFixed(6);
  const musicFade = `afade=t=out:st=${fadeStart}:d=${MUSIC_FADE_SECONDS}`;
  const shape = `aresample=${SAMPLE_RATE},aformat=sample_fmts=fltp:channel_layouts=stereo`;
  const length = `apad,atrim=end_sample=${samples}`;
  const graph = [
    `[0:a:0]${shape},${length}[speech]`,
    `[1:a:0]${shape},${length}[narration]`,
    `[2:a:0]${shape},${length}[ducked]`,
    `[3:a:0]${shape},${length},volume=${MUSIC_GAIN}dB,${musicFade}[music]`,
    `[4:a:0]${shape},${length}[kept]`,
    '[speech][narration]amix=inputs=2:normalize=0,asplit=3[voices][key0][key1]',
    `[ducked][key0]${DUCKED}[lowered]`,
    `[music][key1]${DUCKED}[background]`,
    `[voices][lowered][background][kept]amix=inputs=4:normalize=0,${MEASURE}[film]`,
  ];
  return {
    inputs: [
      input(speech),
      input(narration),
      input(ducked),
      { ...input(music), options: music ? ['-stream_loop', '-1'] : [] },
      input(kept),
    ],
    output: [
      ...WITH_FIGURES,
      ...['-filter_complex', graph.join(';'), '-map', '[film]', '-vn'],
      ...[...RAW_SOUND, '-f', 'f32le', `file:${target}`],
    ],
  };
}

function input(source: MediaInput['source'] | null): MediaInput {
  if (source === null) return { source: SILENCE };
  return source.kind === 'own' ? { source, options: RAW_SOUND } : { source };
}
