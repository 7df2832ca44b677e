import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { fieldsOf } from '../../../platform/validation/field';
import { RequestPipe } from '../../../platform/validation/request-pipe';
import { GENERATE_BODY } from '../dto/generate-body';
import type { GenerationKind, GenerationRequest, Loc } from '../public/generation-planner';
import { GenerationRequests } from '../public/generation-requests';
import { BodyAdviceService } from './body-advice.service';

@Injectable()
export class GenerationRequestsService implements GenerationRequests {
  constructor(
    private readonly pipe: RequestPipe,
    private readonly bodyAdvice: BodyAdviceService,
  ) {}

  check(caller: Caller, kind: GenerationKind, body: object, at: Loc): GenerationRequest {
    try {
      return this.pipe.checkBody<object>(body, GENERATE_BODY[kind]) as GenerationRequest;
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      const { errors } = this.advise(caller, kind, body, error);
      throw new ValidationFailed(
        errors.map((one) => ({ ...one, loc: [...at, ...one.loc.slice(1)] })),
      );
    }
  }

  advise(
    caller: Caller,
    kind: GenerationKind,
    body: object,
    error: ValidationFailed,
  ): ValidationFailed {
    return this.bodyAdvice.advise(caller, kind, body, error);
  }

  fields(kind: GenerationKind): readonly string[] {
    return [...fieldsOf(GENERATE_BODY[kind]).keys()];
  }
}
