import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from './caller';

/** The three words a route may carry. A route with none of them is closed (403). */
export type AccessLevel = 'admin' | 'caller' | 'public';

export const ACCESS_LEVEL = 'kinora:access';

/** Only admin keys and the unrestricted caller. */
export const AdminOnly = () => SetMetadata<string, AccessLevel>(ACCESS_LEVEL, 'admin');

/** Anybody whom the key rules let in. */
export const AnyCaller = () => SetMetadata<string, AccessLevel>(ACCESS_LEVEL, 'caller');

/** Open to all, even with a bad credential (contract §2 lists them). */
export const PublicRoute = () => SetMetadata<string, AccessLevel>(ACCESS_LEVEL, 'public');

/** A request after the guard has translated its credential. */
export interface RequestWithCaller extends Request {
  caller?: Caller;
}

/** The caller that the guard found; only usable on routes that aren't public. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller => {
    const { caller } = context.switchToHttp().getRequest<RequestWithCaller>();
    if (!caller) throw new Error('no guard has run on this route');
    return caller;
  },
);
