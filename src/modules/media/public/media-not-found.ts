import { codedError, type ErrorDetails } from '../../../platform/errors/app-error';

/** The same error for missing files and files of other owners. */
export class MediaNotFound extends codedError({
  code: 'media_not_found',
  status: 404,
  meaning:
    'There is no media file of this path among those that the caller may see. Send the path with nothing in front of it; GET /api/media lists yours.',
}) {
  /**
   * @param param the param of a request that names the file; none when the request's path does
   * @param sent what the param holds
   */
  constructor(param?: string, sent = '', explained = explanation(param, sent)) {
    super(...explained);
  }
}

/** The file is in the trash. Only for callers who may see it: for all others it is {@link MediaNotFound}. */
export class MediaInTrash extends MediaNotFound {
  constructor(path: string) {
    const detail = `This media file is in the trash. Restore it with POST /api/media/restore {"paths": ["${path}"]}, or look at it there with ?trashed=true.`;
    super(undefined, path, [detail, { hint: 'POST /api/media/restore' }]);
  }
}

/** A URL of a media file, as somebody may have copied it. */
const MEDIA_URL =
  /^(?<front>https?:\/\/[^/]+\/media\/|\/api\/media\/)(?<path>[A-Za-z0-9._-]{1,200})(?:\?[^]*)?$/;

type Explanation = readonly [detail: string, details: ErrorDetails];

function explanation(param: string | undefined, sent: string): Explanation {
  if (param === undefined) return ['There is no such media file.', { hint: 'GET /api/media' }];
  const { path } = MEDIA_URL.exec(sent)?.groups ?? {};
  if (path !== undefined)
    return [
      `${param} takes the path of a media file, not a full URL. Send "${path}", without what stands before and after it.`,
      { hint: 'GET /api/media', extras: { param } },
    ];
  return [
    `There is no such media file among yours: ${param} takes the path of one, as GET /api/media lists it. Restore what is in the trash with POST /api/media/restore; upload what is a file of your own first.`,
    { hint: 'POST /api/media', extras: { param } },
  ];
}
