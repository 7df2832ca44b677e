import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { Request } from 'express';
import { ValidationFailed } from '../errors/validation-failed';
import { MAX_ERRORS } from '../validation/content-check';
import { takes } from './handler-parameters';

/**
 * Refuses query parameters on API routes that take none. Where a route takes some, `RequestPipe` refuses
 * the others.
 */
@Injectable()
export class QueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { path, query } = context.switchToHttp().getRequest<Request>();
    const names = Object.keys(query).slice(0, MAX_ERRORS);
    if (names.length === 0 || !path.startsWith('/api/') || takes(RouteParamtypes.QUERY, context))
      return true;
    throw new ValidationFailed(
      names.map((name) => ({
        loc: ['query', name],
        msg: 'Leave this parameter out: this call takes no query parameters.',
        type: 'extra_forbidden',
      })),
    );
  }
}
