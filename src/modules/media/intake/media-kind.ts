import {
  isoBrands,
  type PictureFormat,
  pictureFormatOf,
} from '../../../platform/imaging/scan/picture-format';
import type { PictureScan } from '../../../platform/imaging/scan/picture-scan';
import type { MediaType } from '../public/media-reader';

/** How a file's content is laid out. */
export type MediaFormat =
  | PictureFormat
  | 'mp4'
  | 'matroska'
  | 'wav'
  | 'mp3'
  | 'flac'
  | 'ogg'
  | 'other';

/** What a file is, by its first bytes. */
export interface MediaKind {
  readonly format: MediaFormat;
  readonly type: MediaType;
  readonly mime: string;
  /** With the dot. */
  readonly extension: string;
}

/** Type and measures of a file, read from its content. */
export interface InspectedMedia extends Pick<MediaKind, 'type' | 'mime' | 'extension'> {
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly fps: number | null;
  readonly hasAudio: boolean | null;
  /** The structure of a picture; `null` for sound and videos. */
  readonly scan: PictureScan | null;
}

/** How many of a file's first bytes {@link detectKind} needs; fewer only if the file is shorter. */
export const HEAD_BYTES = 4096;

const kind = (
  format: MediaFormat,
  type: MediaKind['type'],
  mime: string,
  extension: string,
): MediaKind => ({ format, type, mime, extension });

export const PICTURES: Readonly<Record<PictureFormat, MediaKind>> = {
  png: kind('png', 'image', 'image/png', '.png'),
  jpeg: kind('jpeg', 'image', 'image/jpeg', '.jpg'),
  webp: kind('webp', 'image', 'image/webp', '.webp'),
  gif: kind('gif', 'image', 'image/gif', '.gif'),
  avif: kind('avif', 'image', 'image/avif', '.avif'),
};
const MP4 = kind('mp4', 'video', 'video/mp4', '.mp4');
const MOV = kind('mp4', 'video', 'video/quicktime', '.mov');
const M4A = kind('mp4', 'audio', 'audio/mp4', '.m4a');
const WEBM = kind('matroska', 'video', 'video/webm', '.webm');
const MKV = kind('matroska', 'video', 'video/x-matroska', '.mkv');
const WAV = kind('wav', 'audio', 'audio/wav', '.wav');
const MP3 = kind('mp3', 'audio', 'audio/mpeg', '.mp3');
const FLAC = kind('flac', 'audio', 'audio/flac', '.flac');
const OGG = kind('ogg', 'audio', 'audio/ogg', '.ogg');
const OPUS = kind('ogg', 'audio', 'audio/ogg', '.opus');

/**
 * Detects a file's type by its content. This is the allowlist of accepted types: `null` for everything else, such as
 * SVG and HTML, whatever the file is called.
 */
export function detectKind(head: Buffer): MediaKind | null {
  for (const detect of [picture, isoMedia, flac, wav, matroska, ogg, mpegAudio]) {
    const detected = detect(head);
    if (detected) return detected;
  }
  return null;
}

const text = (head: Buffer, from: number, to: number): string =>
  head.subarray(from, to).toString('latin1');

function picture(head: Buffer): MediaKind | null {
  const format = pictureFormatOf(head);
  return format && PICTURES[format];
}

const flac = (head: Buffer): MediaKind | null => (text(head, 0, 4) === 'fLaC' ? FLAC : null);

const wav = (head: Buffer): MediaKind | null =>
  text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WAVE' ? WAV : null;

const MP4_BRANDS = /^(?:isom|iso[2-9]|mp4[12v]|avc1|dash|M4V |M4VH|M4VP|MSNV|3gp[4-7])$/;

/** ISO base media (ISO 14496-12): the `ftyp` box names brands. HEIC and image sequences are not taken. */
function isoMedia(head: Buffer): MediaKind | null {
  const brands = isoBrands(head);
  const [major = ''] = brands;
  if (brands.includes('avif')) return null;
  if (major === 'qt  ') return MOV;
  if (major === 'M4A ' || major === 'M4B ') return M4A;
  return brands.some((brand) => MP4_BRANDS.test(brand)) ? MP4 : null;
}

/** EBML (RFC 8794): the DocType element (0x4282) stands near the front. */
function matroska(head: Buffer): MediaKind | null {
  if (!text(head, 0, 4).startsWith('\x1a\x45\xdf\xa3')) return null;
  const header = text(head, 0, 64);
  if (header.includes('\x42\x82\x84webm')) return WEBM;
  return header.includes('\x42\x82\x88matroska') ? MKV : null;
}

/** The first page of an Ogg file (RFC 3533) starts the codec's own header. Sound only. */
function ogg(head: Buffer): MediaKind | null {
  if (text(head, 0, 4) !== 'OggS') return null;
  const packet = text(head, 27 + (head[26] ?? 0), HEAD_BYTES);
  if (packet.startsWith('OpusHead')) return OPUS;
  const codecs = ['\x01vorbis', '\x7fFLAC', 'Speex   '];
  return codecs.some((codec) => packet.startsWith(codec)) ? OGG : null;
}

/** MP3 has no signature: either an ID3 tag stands in front, or one frame header is followed by another. */
function mpegAudio(head: Buffer): MediaKind | null {
  if (text(head, 0, 3) === 'ID3') return (head[3] ?? 0xff) <= 4 ? MP3 : null;
  const length = mpegFrameLength(head, 0);
  return length !== null && mpegFrameLength(head, length) !== null ? MP3 : null;
}

const KBITS_V1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const KBITS_V2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const HERTZ = [44_100, 48_000, 32_000];

/** Length in bytes of the MPEG layer III frame at `at`; `null` where none starts. */
export function mpegFrameLength(head: Buffer, at: number): number | null {
  if (at + 4 > head.length) return null;
  const bits = head.readUInt32BE(at);
  const version = (bits >>> 19) & 3;
  const isLayer3 = bits >>> 21 === 0x7ff && version !== 1 && ((bits >>> 17) & 3) === 1;
  const kbits = (version === 3 ? KBITS_V1 : KBITS_V2)[(bits >>> 12) & 15];
  const hertz = HERTZ[(bits >>> 10) & 3];
  if (!isLayer3 || !kbits || !hertz) return null;
  const [samples, divisor] = version === 3 ? [144, 1] : [72, version === 2 ? 2 : 4];
  return Math.floor((samples * kbits * 1000) / (hertz / divisor)) + ((bits >>> 9) & 1);
}
