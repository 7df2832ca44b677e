import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { TakeRecord } from '../dto/take.response';
import { TakeNotFound } from '../takes/takes.errors';
import { TakesService } from '../takes/takes.service';
import type { ShotPath } from '../tree/project-access.service';
import { GenerationCreationService } from './generation-creation.service';

/** Makes a single take of speech. It is a generation of one take, because speech is made in the background. */
@Injectable()
export class SpeechTakesService {
  constructor(
    private readonly creation: GenerationCreationService,
    private readonly takes: TakesService,
  ) {}

  /** Throws what `TakesService.ownShot` and `GenerationCreationService.create` throw. */
  async make(caller: Caller, path: ShotPath, key: string | undefined): Promise<TakeRecord> {
    const { project_id, scene_id, shot_id } = path;
    await this.takes.ownShot(caller, path);
    const route = `POST /api/projects/${project_id}/scenes/${scene_id}/shots/${shot_id}/speech`;
    const generate = { kind: 'speech' as const, only: 'all' as const, shot_ids: [shot_id] };
    const request = { route, generate };
    const { takes } = await this.creation.create(caller, project_id, request, key);
    const [take] = takes;
    if (!take) throw new TakeNotFound();
    return this.takes.get(caller, { ...path, take_id: take.id });
  }
}
