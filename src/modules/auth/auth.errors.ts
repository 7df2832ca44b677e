import { AppError, errorSpec } from '../../platform/errors/app-error';

const TOO_MANY_ATTEMPTS = errorSpec({
  code: 'too_many_attempts',
  status: 429,
  meaning: 'Too many sign-ins with wrong keys came from this address. Wait Retry-After seconds.',
});
const ADMIN_ONLY = errorSpec({
  code: 'admin_only',
  status: 403,
  meaning: 'Only admin keys may do this. GET /api/session says whose key you sent.',
});
const ROUTE_CLOSED = errorSpec({
  code: 'route_closed',
  status: 403,
  meaning: 'The route says nobody may call it.',
});

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
