import { QueryInt, QueryNum, QueryOneOf } from '../../../platform/validation/query-fields';
import { DEFAULT_SETTINGS } from '../renders/render-settings';

export const TIMELINE_FORMATS = ['otio', 'edl', 'srt', 'vtt'] as const;
export type TimelineFormat = (typeof TIMELINE_FORMATS)[number];

/** `GET /api/projects/{project_id}/timeline`. */
export class TimelineQuery {
  @QueryOneOf(TIMELINE_FORMATS, {
    default: 'otio',
    description:
      'otio: OpenTimelineIO, with all tracks and cross-fades; edl: CMX 3600, with cuts and speech; srt, vtt: the captions.',
  })
  format?: TimelineFormat;

  @QueryInt({ min: 10, max: 60, default: DEFAULT_SETTINGS.fps, description: 'Frames per second.' })
  fps?: number;

  @QueryNum({
    min: 0,
    max: 5,
    default: DEFAULT_SETTINGS.transition,
    description: 'Seconds of cross-fade around each cut; 0 for hard cuts.',
  })
  transition?: number;
}
