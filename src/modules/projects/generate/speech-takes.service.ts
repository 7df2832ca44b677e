import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { GenerationRecord } from '../dto/generation.response';
import type { TakeRecord } from '../dto/take.response';
import { TakeNotFound } from '../takes/takes.errors';
import { TakesService } from '../takes/takes.service';
import type { ShotPath } from '../tree/project-access.service';
import { GenerationCreationService } from './generation-creation.service';
import { GenerationsService } from './generations.service';

/** Makes a single take of speech. It is a generation of one take, because speech is made in the background. */
@Injectable()
export class SpeechTakesService {
  constructor(
    private readonly creation: GenerationCreationService,
    private readonly generations: GenerationsService,
    private readonly takes: TakesService,
  ) {}

  /** Throws what `TakesService.ownShot` and `GenerationCreationService.create` throw. */
  async make(caller: Caller, path: ShotPath): Promise<TakeRecord> {
    await this.takes.ownShot(caller, path);
    const request = { speech: path.shot_id };
    return this.takeOf(caller, path, await this.creation.create(caller, path.project_id, request));
  }

  /** The take of the generation that {@link make} made. @throws GenerationNotFound, TakeNotFound */
  async made(caller: Caller, path: ShotPath, generationId: string): Promise<TakeRecord> {
    const generation = await this.generations.get(caller, path.project_id, generationId);
    return this.takeOf(caller, path, generation);
  }

  private takeOf(
    caller: Caller,
    path: ShotPath,
    { takes: [take] }: GenerationRecord,
  ): Promise<TakeRecord> {
    if (!take) throw new TakeNotFound();
    return this.takes.get(caller, { ...path, take_id: take.id });
  }
}
