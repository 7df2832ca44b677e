import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from './caller';

/** Who may call a route. A route without a level is closed to everybody (403). */
export type AccessLevel = 'admin' | 'caller' | 'public';

export const ACCESS_LEVEL = 'kinora:access';

/** Only admin keys and the unrestricted caller. */
export const AdminOnly = () => SetMetadata<string, AccessLevel>(ACCESS_LEVEL, 'admin');

/** Every caller with a valid key, and callers without one if no key is required. */
export const AnyCaller = () => SetMetadata<string, AccessLevel>(ACCESS_LEVEL, 'caller');

/** Open to all, even with a bad credential. */
export const PublicRoute = () => SetMetadata<string, AccessLevel>(ACCESS_LEVEL, 'public');

/** A request after the guard has identified its caller. */
export interface RequestWithCaller extends Request {
  caller?: Caller;
}

/** The caller identified by the guard; not for public routes. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller => {
    const { caller } = context.switchToHttp().getRequest<RequestWithCaller>();
    if (!caller) throw new Error('no guard has run on this route');
    return caller;
  },
);
