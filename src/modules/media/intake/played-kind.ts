import type { MediaProperties } from '../../../platform/imaging/media-properties';
import { MalformedFile } from '../public/readable-bytes';
import type { MediaKind } from './media-kind';

type Named = Pick<MediaKind, 'type' | 'mime' | 'extension'>;

/** Containers that hold pictures or sound alone, by what {@link sniff} took them for. */
const SOUND_ONLY: Readonly<Record<string, Named>> = {
  'video/mp4': { type: 'audio', mime: 'audio/mp4', extension: '.m4a' },
  'video/quicktime': { type: 'audio', mime: 'audio/mp4', extension: '.m4a' },
  'video/webm': { type: 'audio', mime: 'audio/webm', extension: '.weba' },
  'video/x-matroska': { type: 'audio', mime: 'audio/x-matroska', extension: '.mka' },
};

const WITH_PICTURE: Readonly<Record<string, Named>> = {
  'audio/mp4': { type: 'video', mime: 'video/mp4', extension: '.mp4' },
};

/** What a container is by its tracks. @throws MalformedFile when nothing plays in it */
export function playedKind(kind: MediaKind, { hasVideo, hasAudio }: MediaProperties): Named {
  if (!hasVideo && !hasAudio) throw new MalformedFile('nothing plays in this file');
  return (hasVideo ? WITH_PICTURE : SOUND_ONLY)[kind.mime] ?? kind;
}
