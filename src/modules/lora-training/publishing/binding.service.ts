import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { CharacterEditor } from '../../characters/public/character-editor';
import type { CharacterLora } from '../../characters/public/character-reader';
import type { BindDto } from '../dto/publishing.request';
import type { BoundCharacter } from '../dto/publishing.response';
import { LocatedCheckpointsService } from '../runs/located-checkpoints.service';
import { boundLoras, boundTrigger } from './character-loras';
import { LoraRendersService } from './lora-renders.service';
import type { PublishedLora } from './published-lora.entity';
import { PublishedLorasRepository } from './published-loras.repository';
import { PublishingService } from './publishing.service';

/** Adds checkpoints to the LoRAs of characters. */
@Injectable()
export class BindingService {
  constructor(
    private readonly checkpoints: LocatedCheckpointsService,
    private readonly renders: LoraRendersService,
    private readonly publishing: PublishingService,
    private readonly rows: PublishedLorasRepository,
    private readonly characters: CharacterEditor,
  ) {}

  /**
   * Publishes the checkpoint unless it is published, and adds it to the character. It replaces LoRAs for the same workflow
   * from earlier runs with the same trigger word.
   * @throws what publishing throws, CharacterNotAllowed, CharacterNotFound, CharacterReadOnly
   */
  async bind(caller: Caller, jobName: string, body: BindDto): Promise<BoundCharacter> {
    const located = await this.checkpoints.find(caller, jobName, body.checkpoint);
    const workflow = this.renders.workflow(caller, body.workflow);
    // Checked before anything is published.
    await this.characters.requireChangeable(caller, body.character);
    let replaced: readonly CharacterLora[] = [];
    const bind = async (lora: PublishedLora) => {
      const { owner_id, trigger_word } = located.run;
      const siblings = await this.rows.ofTrigger(owner_id, trigger_word);
      const outdated = new Set(siblings.flatMap(({ files }) => files));
      const { strength = 1 } = body;
      const after = await this.characters.edit(caller, body.character, (before) => {
        const bound = boundLoras(before.loras, { lora, strength, workflow: workflow.id, outdated });
        replaced = bound.replaced;
        return {
          loras: bound.loras,
          trigger: body.trigger ?? boundTrigger(before.trigger, trigger_word),
        };
      });
      return { lora, after };
    };
    const { lora, after } = await this.renders.withPublished(caller, workflow, located, bind);
    return {
      ok: true,
      character: after.id,
      trigger: after.trigger,
      loras: after.loras.map((one) => ({ ...one })),
      replaced: replaced.map(({ name }) => name),
      lora: await this.publishing.record(lora),
    };
  }
}
