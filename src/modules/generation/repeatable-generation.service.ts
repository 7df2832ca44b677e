import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { Idempotency } from '../../platform/http/idempotency';
import type { Plain } from '../../platform/plain';
import type { ImageGenerateDto } from './dto/image-generate.dto';
import type { RerunDto } from './dto/rerun.dto';
import { GenerationService } from './generation.service';
import type { ImageAnswer } from './image-answer';
import { RerunService } from './rerun.service';

/** The HTTP door to generation: the same request with the same `Idempotency-Key` makes one job. */
@Injectable()
export class RepeatableGeneration {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly generation: GenerationService,
    private readonly reruns: RerunService,
  ) {}

  image(
    caller: Caller,
    body: Plain<ImageGenerateDto>,
    key: string | undefined,
  ): Promise<ImageAnswer> {
    return this.idempotency.run(
      { caller, route: 'POST /api/image/generate', key, body },
      () => this.generation.image(caller, body),
      (promptId) => this.generation.recovered(caller, promptId),
    );
  }

  rerun(
    caller: Caller,
    promptId: string,
    body: RerunDto,
    key: string | undefined,
  ): Promise<ImageAnswer> {
    return this.idempotency.run(
      { caller, route: `POST /api/jobs/${promptId}/rerun`, key, body },
      () => this.reruns.rerun(caller, promptId, body.changes ?? {}),
      (made) => this.generation.recovered(caller, made),
    );
  }
}
