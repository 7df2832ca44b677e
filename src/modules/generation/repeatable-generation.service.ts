import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { IdempotencyService } from '../../platform/http/idempotency.service';
import type { ImageGenerateDto } from './dto/image-generate.dto';
import type { RerunDto } from './dto/rerun.dto';
import type { VideoGenerateDto } from './dto/video-generate.dto';
import { type Answers, GenerationService } from './generation.service';
import type { GenerationKind, GenerationRequest } from './public/generation-planner';
import { RerunService } from './rerun.service';

/** The HTTP door to generation: the same request with the same `Idempotency-Key` makes one job. */
@Injectable()
export class RepeatableGeneration {
  constructor(
    private readonly idempotency: IdempotencyService,
    private readonly generation: GenerationService,
    private readonly reruns: RerunService,
  ) {}

  /** Throws what {@link GenerationService} throws. */
  async generate<K extends GenerationKind>(
    caller: Caller,
    kind: K,
    body: ImageGenerateDto | VideoGenerateDto,
    key: string | undefined,
  ): Promise<Answers[K]> {
    return this.idempotency.run(
      { caller, route: `POST /api/${kind}/generate`, key, body },
      () => this.generation.generate(caller, kind, body as object as GenerationRequest),
      // What a job of this route is recovered from has the kind of this route.
      (made) => this.generation.recovered(caller, made) as Promise<Answers[K] | null>,
    );
  }

  rerun(
    caller: Caller,
    promptId: string,
    body: RerunDto,
    key: string | undefined,
  ): Promise<Answers[GenerationKind]> {
    return this.idempotency.run(
      { caller, route: `POST /api/jobs/${promptId}/rerun`, key, body },
      () => this.reruns.rerun(caller, promptId, body.changes ?? {}),
      (made) => this.generation.recovered(caller, made),
    );
  }
}
