import { codedError } from '../../../platform/errors/app-error';

export class LinkGone extends codedError({
  code: 'link_gone',
  status: 404,
  meaning:
    'The link is unknown or has ended: it expired, its file was deleted, or the key that made it lost its access. Ask whoever sent it for another.',
}) {
  constructor() {
    super('This link is unknown or has ended. Ask whoever sent it to you for another one.');
  }
}

export class LinkNotFound extends codedError({
  code: 'link_not_found',
  status: 404,
  meaning:
    'There is no such link, it is not yours, or it has expired. GET /api/media/links lists yours.',
}) {
  constructor() {
    super('There is no link with this id.', { hint: 'GET /api/media/links' });
  }
}

export class LinkCap extends codedError({
  code: 'link_cap',
  status: 409,
  meaning:
    "The key has reached its limit of links. Delete one that isn't needed, or wait until one expires.",
}) {
  constructor(limit: number) {
    super(
      `A key may have ${limit} links at a time. Delete one that isn't needed, or wait until one expires.`,
      { hint: 'GET /api/media/links', extras: { limit } },
    );
  }
}

export class UploadAddressGone extends codedError({
  code: 'address_gone',
  status: 404,
  meaning:
    'The upload address is unknown or has ended: it expired after 10 minutes, or the key that made it lost its access. POST /api/media/upload-addresses makes another.',
}) {
  constructor() {
    super('This upload address is unknown or has ended. Ask for another one.', {
      hint: 'POST /api/media/upload-addresses',
    });
  }
}

export class UploadAddressUsed extends codedError({
  code: 'address_used',
  status: 410,
  meaning:
    'The upload address has taken its file already (`path`), or another upload to it is under way. If that fails, the address can be used again.',
}) {
  /** @param path what was uploaded; `null` while the upload is under way */
  constructor(path: string | null) {
    super(
      path === null
        ? 'Another upload to this address is under way. If it fails, the address can be used again.'
        : 'This address has taken its file already. Ask for another address to upload more.',
      path === null ? {} : { extras: { path } },
    );
  }
}

export class UploadAddressCap extends codedError({
  code: 'upload_address_cap',
  status: 429,
  meaning:
    'The key has as many unused upload addresses as one may have. Use them, or wait: each expires after 10 minutes.',
}) {
  constructor(limit: number) {
    super(
      `${limit} of your upload addresses are unused, the most there may be. Use them, or wait until they expire.`,
      { headers: { 'Retry-After': '60' }, extras: { limit } },
    );
  }
}

export class UploadMismatch extends codedError({
  code: 'upload_mismatch',
  status: 422,
  meaning:
    'The body is not the file that the upload address was made for: `field` says whether its `size_bytes` or its `sha256` differs. Nothing was stored, and the address can be used again.',
}) {
  constructor(field: 'size_bytes' | 'sha256', expected: number | string) {
    super(
      `This address takes the file with the ${field} ${expected} only, and the body is another one. Send that file, unchanged.`,
      { extras: { field, expected } },
    );
  }
}
