import { codedError } from '../errors/app-error';

export class MissingKey extends codedError({
  code: 'missing_key',
  status: 401,
  meaning: 'This install requires an API key and none was sent. Send Authorization: Bearer <key>.',
}) {
  constructor() {
    super('Send your API key as "Authorization: Bearer <key>".', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
}

export class InvalidKey extends codedError({
  code: 'invalid_key',
  status: 401,
  meaning:
    'The API key is unknown, revoked or malformed; answered whether or not keys are required. Ask whoever gave you the key for another one.',
}) {
  constructor() {
    super('This API key is not valid. Ask an admin of this install for another.', {
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    });
  }
}

export class KeyChanged extends codedError({
  code: 'key_changed',
  status: 409,
  meaning:
    'The API key, or what it may do, was changed while the request was under way. Look at GET /api/session, then send it again.',
}) {
  constructor() {
    super('This API key, or what it may do, has just been changed. Send the request again.', {
      hint: 'Send the same request again.',
    });
  }
}

export class AdminRequired extends codedError({
  code: 'admin_only',
  status: 403,
  meaning: 'Only admin keys may do this. GET /api/session says whose key you sent.',
}) {
  constructor() {
    super('Only admin keys may do this.');
  }
}
