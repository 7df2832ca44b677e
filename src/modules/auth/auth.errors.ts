import { AppError, errorSpec } from '../../platform/errors/app-error';

const MISSING_KEY = errorSpec({
  code: 'missing_key',
  status: 401,
  meaning: 'This install requires an API key and none was sent.',
});
const INVALID_KEY = errorSpec({
  code: 'invalid_key',
  status: 401,
  meaning: 'The API key is unknown, revoked or malformed; said whether or not keys are required.',
});
const KEY_CHANGED = errorSpec({
  code: 'key_changed',
  status: 409,
  meaning: 'The API key, or what it may do, was changed while the request waited.',
});
const TOO_MANY_ATTEMPTS = errorSpec({
  code: 'too_many_attempts',
  status: 429,
  meaning: 'Too many sign-ins with wrong keys came from this address.',
});
const ADMIN_ONLY = errorSpec({
  code: 'admin_only',
  status: 403,
  meaning: 'Only admin keys may do this.',
});
const ROUTE_CLOSED = errorSpec({
  code: 'route_closed',
  status: 403,
  meaning: 'The route says nobody may call it.',
});

const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

export class MissingKey extends AppError {
  constructor() {
    super(MISSING_KEY, 'Send your API key as "Authorization: Bearer <key>".', {
      headers: CHALLENGE,
    });
  }
}

export class InvalidKey extends AppError {
  constructor() {
    super(INVALID_KEY, 'This API key is not valid. Ask an admin of this install for another.', {
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    });
  }
}

export class KeyChanged extends AppError {
  constructor() {
    super(KEY_CHANGED, 'This API key, or what it may do, has just been changed. Ask again.', {
      hint: 'Send the same request again.',
    });
  }
}

export class TooManyAttempts extends AppError {
  constructor(seconds: number) {
    super(
      TOO_MANY_ATTEMPTS,
      `Too many wrong keys came from your address. Try again in ${seconds} seconds.`,
      { headers: { 'Retry-After': String(seconds) }, extras: { retry_after: seconds } },
    );
  }
}

export class AdminRequired extends AppError {
  constructor() {
    super(ADMIN_ONLY, 'Only admin keys may do this.');
  }
}

export class RouteClosed extends AppError {
  constructor() {
    super(ROUTE_CLOSED, 'This route is closed.');
  }
}
