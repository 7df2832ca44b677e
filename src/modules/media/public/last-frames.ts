import type { Caller } from '../../../platform/access/caller';

/** Pictures of the last frames of videos. */
export abstract class LastFrames {
  /**
   * The media path of the last frame of the caller's video, made once for the same video.
   * @param signal aborted when the picture isn't needed any more; its reason is thrown
   * @throws MediaNotFound, ValidationFailed for what is not a video, FfmpegMissing, FrameUnavailable, MediaTooCostly,
   *   QuotaReached
   */
  abstract pathOf(caller: Caller, path: string, signal: AbortSignal): Promise<string>;
}
