import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { DatasetSlots } from '../datasets/dataset-slots';
import type { Caption, CaptionEdit } from './edit-captions';
import { editInProcess } from './edit-in-process';

/** Edits captions in separate processes, so that no pattern can block the service. */
@Injectable()
export class CaptionEditorService {
  constructor(private readonly slots: DatasetSlots) {}

  /**
   * The captions that change, with their new texts.
   * @throws ValidationFailed for an invalid or slow pattern and for captions that get too long; DatasetWorkBusy
   */
  async edit(
    ownerId: string | null,
    captions: readonly Caption[],
    edit: CaptionEdit,
  ): Promise<readonly Caption[]> {
    const result = await this.slots.run(ownerId, () => editInProcess({ captions, edit }));
    if ('changed' in result) return result.changed;
    throw ValidationFailed.at(['body', result.field], result.message);
  }
}
