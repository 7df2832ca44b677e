import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { catchError, type Observable } from 'rxjs';
import type { RequestWithCaller } from '../../../platform/access/access.decorators';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { isRecord } from '../../../platform/json';
import type { GenerationKind } from '../public/generation-planner';
import { BodyAdviceService } from './body-advice.service';

const KIND = 'kinora:generation-kind';

/** Validation errors of this route say what the chosen workflow takes instead of an unknown field. */
@Injectable()
class BodyAdviceInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly bodyAdvice: BodyAdviceService,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) => {
        throw error instanceof ValidationFailed ? this.advised(context, error) : error;
      }),
    );
  }

  private advised(context: ExecutionContext, error: ValidationFailed): ValidationFailed {
    const request = context.switchToHttp().getRequest<RequestWithCaller>();
    const body: unknown = request.body;
    const fixed = this.reflector.get<GenerationKind | undefined>(KIND, context.getHandler());
    const kind = fixed ?? kindOf(body);
    return kind && request.caller
      ? this.bodyAdvice.advise(request.caller, kind, body, error)
      : error;
  }
}

function kindOf(body: unknown): GenerationKind | null {
  const type = isRecord(body) ? body['type'] : undefined;
  return type === 'image' || type === 'video' ? type : null;
}

/** @param kind what the route generates; omitted where the body's `type` says it */
export const AdviseOnBodyErrors = (kind?: GenerationKind): MethodDecorator =>
  applyDecorators(SetMetadata(KIND, kind), UseInterceptors(BodyAdviceInterceptor));
