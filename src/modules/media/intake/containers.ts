import type { Demuxer } from '../../../platform/imaging/demuxer';
import type { MediaProperties } from '../../../platform/imaging/media-properties';
import { MalformedFile } from '../../../platform/imaging/readable-bytes';
import type { MediaKind } from './media-kind';

interface Container {
  readonly demuxer: Demuxer;
  /** ffmpeg's name of the format to write. */
  readonly muxer: string;
}

/** How ffmpeg reads and writes a container, by its MIME type. */
export const CONTAINERS: Readonly<Partial<Record<string, Container>>> = {
  'video/mp4': { demuxer: 'mov', muxer: 'mp4' },
  'video/quicktime': { demuxer: 'mov', muxer: 'mov' },
  'video/webm': { demuxer: 'matroska', muxer: 'webm' },
  'video/x-matroska': { demuxer: 'matroska', muxer: 'matroska' },
  'audio/mp4': { demuxer: 'mov', muxer: 'mp4' },
  'audio/wav': { demuxer: 'wav', muxer: 'wav' },
  'audio/mpeg': { demuxer: 'mp3', muxer: 'mp3' },
  'audio/flac': { demuxer: 'flac', muxer: 'flac' },
  'audio/ogg': { demuxer: 'ogg', muxer: 'ogg' },
};

type NamedKind = Pick<MediaKind, 'type' | 'mime' | 'extension'>;

/** Video containers without a video track. */
const SOUND_ONLY: Readonly<Record<string, NamedKind>> = {
  'video/mp4': { type: 'audio', mime: 'audio/mp4', extension: '.m4a' },
  'video/quicktime': { type: 'audio', mime: 'audio/mp4', extension: '.m4a' },
  'video/webm': { type: 'audio', mime: 'audio/webm', extension: '.weba' },
  'video/x-matroska': { type: 'audio', mime: 'audio/x-matroska', extension: '.mka' },
};

const WITH_VIDEO: Readonly<Record<string, NamedKind>> = {
  'audio/mp4': { type: 'video', mime: 'video/mp4', extension: '.mp4' },
};

/** What a recording is by its tracks. @throws MalformedFile when it has neither video nor sound */
export function kindByTracks(kind: MediaKind, { hasVideo, hasAudio }: MediaProperties): NamedKind {
  if (!hasVideo && !hasAudio) throw new MalformedFile('nothing plays in this file');
  return (hasVideo ? WITH_VIDEO : SOUND_ONLY)[kind.mime] ?? kind;
}
