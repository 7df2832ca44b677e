import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  ACCESS_LEVEL,
  type AccessLevel,
  type RequestWithCaller,
} from '../../platform/access/access.decorators';
import { AdminRequired } from '../../platform/access/key.errors';
import { requestContext } from '../../platform/http/request-context';
import { RouteClosed } from './auth.errors';
import { CallersService } from './callers.service';

/** Translates the request's credential into a `Caller` and enforces the route's access decorator. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly callers: CallersService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const level = this.reflector.getAllAndOverride<AccessLevel | undefined>(ACCESS_LEVEL, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (level === undefined) throw new RouteClosed();
    if (level === 'public') return true;
    const request = context.switchToHttp().getRequest<RequestWithCaller>();
    const caller = await this.callers.requireCaller(request);
    request.caller = caller;
    const current = requestContext.getStore();
    if (current) current.owner = `owner ${caller.ownerId ?? ''}`;
    if (level === 'admin' && !caller.isAdmin) throw new AdminRequired();
    return true;
  }
}
