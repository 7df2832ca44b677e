import { ApiProperty } from '@nestjs/swagger';
import { pageOf } from '../../../../platform/http/page.response';
import { PageQuery } from '../../../../platform/http/paging';
import { ApiOwner, ApiTime } from '../../../../platform/openapi/answer-fields';
import { Int, OptionalInt, Str } from '../../../../platform/validation/body-fields';
import { QueryStr } from '../../../../platform/validation/query-fields';

const ID = 'lnk_5kZ2rT9uQw1xA3bC';
const TOKEN = 'mJ3wq0zXx1Tn8d5yq8cM2g9m1sVhJb0yJ7y3o4p5q6r';
const PATH = 'kitchen-5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10-19581e27de7c-0.png';

const MAX_TTL_SECONDS = 7 * 24 * 60 * 60;
export const DEFAULT_TTL_SECONDS = 60 * 60;

/** `POST /api/media/{path}/link`. */
export class LinkDto {
  @OptionalInt({
    min: 1,
    max: MAX_TTL_SECONDS,
    default: DEFAULT_TTL_SECONDS,
    description: 'Seconds until the link ends; at most 7 days.',
  })
  ttl_seconds?: number;
}

/** `DELETE /api/media/links/{id}`. */
export class LinkParams {
  @Str({ min: 1, max: 200, description: "The link's id.", example: ID })
  id: string;
}

/** `GET /link/{token}` and `PUT /upload/{token}`. */
export class TokenParams {
  @Str({ min: 1, max: 200, description: 'The end of the `url`.', example: TOKEN })
  token: string;
}

/** `GET /api/media/links`. */
export class LinksQuery extends PageQuery {
  @QueryStr({
    max: 200,
    description: "Admins: an agent's links, or `*` for all. Omitted: your own.",
    example: 'film-crew',
  })
  owner?: string;
}

/** `POST /api/media/{path}/link`. */
export class NewLinkResponse {
  @ApiProperty({ example: ID })
  id: string;
  @ApiProperty({
    description: 'For whoever should see the file; shown only once.',
    example: `https://studio.example/link/${TOKEN}`,
  })
  url: string;
  @ApiTime()
  expires_at: string;
}

/** A link, without its URL. */
export class LinkResponse {
  @ApiProperty({ example: ID })
  id: string;
  @ApiProperty({ description: 'The file that it shows.', example: PATH })
  path: string;
  @ApiTime()
  created_at: string;
  @ApiTime()
  expires_at: string;
  @ApiProperty({
    description:
      'Whether it shows the file now. `false` once the key that made it was replaced or revoked or may not read the file any more; for links made without a key, while one is required; and while the file is in the trash or deleted.',
  })
  opens: boolean;
  @ApiOwner()
  owner?: string | null;
}

/** `GET /api/media/links`. */
export class LinkPageResponse extends pageOf(LinkResponse) {}

export class DeletedLinkResponse {
  @ApiProperty({ example: true })
  ok: true;
  @ApiProperty({ example: ID })
  id: string;
}

/** `POST /api/media/upload-addresses`. */
export class UploadAddressDto {
  @Str({
    min: 1,
    max: 255,
    description: 'Name of the file, for people.',
    example: 'lighthouse.png',
  })
  filename: string;

  @Int({ min: 1, description: 'Its exact size.', example: 91 })
  size_bytes: number;

  @Str({
    pattern: /^[0-9a-fA-F]{64}$/,
    form: 'the SHA-256 of the file as 64 hexadecimal digits',
    description: 'SHA-256 of its content, in hex.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  sha256: string;
}

export class UploadAddressResponse {
  @ApiProperty({
    description: '`PUT` the bytes of the file here, once, without a key; shown only once.',
    example: `https://studio.example/upload/${TOKEN}`,
  })
  url: string;
  @ApiTime({ description: 'In 10 minutes.' })
  expires_at: string;
}
