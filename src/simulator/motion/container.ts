import { PythonError } from '../wire/python';

/** A video file's format, as `SaveVideo` names it. */
export interface Container {
  readonly ending: string;
  /** ffmpeg's arguments for the pictures. */
  readonly picture: readonly string[];
  readonly sound: readonly string[];
  readonly muxer: readonly string[];
}

/** Fast encoding matters more than small files, because the files are only for tests. */
const CODECS: Readonly<Record<string, readonly string[]>> = {
  h264: ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '23', '-pix_fmt', 'yuv420p'],
  vp9: [
    ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1'],
    ...['-crf', '36', '-b:v', '0', '-pix_fmt', 'yuv420p'],
  ],
  av1: [
    ...['-c:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', '8', '-row-mt', '1'],
    ...['-crf', '40', '-pix_fmt', 'yuv420p'],
  ],
};

interface Format extends Omit<Container, 'picture'> {
  readonly codec: string;
}

const FORMATS: Readonly<Record<string, Format>> = {
  mp4: {
    ending: '_.mp4',
    codec: 'h264',
    sound: ['-c:a', 'aac'],
    muxer: ['-movflags', '+faststart+use_metadata_tags', '-f', 'mp4'],
  },
  mkv: { ending: '_.mkv', codec: 'h264', sound: ['-c:a', 'aac'], muxer: ['-f', 'matroska'] },
  webm: { ending: '_.webm', codec: 'vp9', sound: ['-c:a', 'libopus'], muxer: ['-f', 'webm'] },
};

/** The container for a format and a codec; `auto` is MP4 with H.264, as on a real node. */
export function containerOf(format: string, codec: string): Container {
  const container = FORMATS[format === 'auto' ? 'mp4' : format];
  const picture = CODECS[codec === 'auto' ? (container?.codec ?? '') : codec];
  if (container === undefined || picture === undefined) {
    throw new PythonError('ValueError', `the simulator writes no ${format} with ${codec}`);
  }
  return { ...container, picture };
}
