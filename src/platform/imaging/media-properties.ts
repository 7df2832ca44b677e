/** Size, length and tracks of a recording, as far as known. */
export interface MediaProperties {
  /** As shown, with its rotation applied. */
  readonly width: number | null;
  readonly height: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly fps: number | null;
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
}

interface Stream {
  readonly codec_type?: string;
  readonly width?: number;
  readonly height?: number;
  readonly avg_frame_rate?: string;
  readonly duration?: string;
  readonly disposition?: { readonly attached_pic?: number };
  readonly side_data_list?: readonly { readonly rotation?: number }[];
}

interface Probed {
  readonly streams?: readonly Stream[];
  readonly format?: { readonly duration?: string };
}

/** Reads what `ffprobe -show_format -show_streams -of json` answers. */
export function readMediaProperties(answer: unknown): MediaProperties {
  const { streams = [], format } = answer as Probed;
  const video = streams.find(isVideo);
  return {
    ...sizeOf(video),
    duration: positive(format?.duration) ?? positive(video?.duration),
    fps: ratio(video?.avg_frame_rate),
    hasVideo: video !== undefined,
    hasAudio: streams.some((one) => one.codec_type === 'audio'),
  };
}

/** An attached cover picture is not a video. */
const isVideo = (one: Stream): boolean =>
  one.codec_type === 'video' && one.disposition?.attached_pic !== 1;

function sizeOf(video: Stream | undefined): Pick<MediaProperties, 'width' | 'height'> {
  const { width = null, height = null, side_data_list = [] } = video ?? {};
  const rotation = side_data_list.find((one) => one.rotation !== undefined)?.rotation ?? 0;
  const isRotatedBy90 = Math.abs(rotation) % 180 === 90;
  return isRotatedBy90 ? { width: height, height: width } : { width, height };
}

function positive(text: string | undefined): number | null {
  const number = Number(text);
  return Number.isFinite(number) && number > 0 ? number : null;
}

/** `30000/1001` → 29.97 */
function ratio(text = ''): number | null {
  const [numerator = '', denominator = '1'] = text.split('/');
  return positive(String(Number(numerator) / Number(denominator)));
}
