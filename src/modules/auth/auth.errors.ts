import { codedError } from '../../platform/errors/app-error';

export class TooManyAttempts extends codedError({
  code: 'too_many_attempts',
  status: 429,
  meaning: 'Too many sign-ins with wrong keys came from this address. Wait Retry-After seconds.',
}) {
  constructor(seconds: number) {
    super(`Too many wrong keys came from your address. Try again in ${seconds} seconds.`, {
      headers: { 'Retry-After': String(seconds) },
      extras: { retry_after: seconds },
    });
  }
}

export class RouteClosed extends codedError({
  code: 'route_closed',
  status: 403,
  meaning: 'The route says nobody may call it.',
}) {
  constructor() {
    super('This route is closed.');
  }
}
