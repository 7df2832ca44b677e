import { codedError } from '../../platform/errors/app-error';

/** The same answer for a preset that doesn't exist and for one of another owner. */
export class PresetNotFound extends codedError({
  code: 'preset_not_found',
  status: 404,
  meaning: 'There is no such preset, or it is not yours. GET /api/presets lists yours.',
}) {
  constructor() {
    super('There is no preset with this id.', { hint: 'GET /api/presets' });
  }
}

export class PresetLimitReached extends codedError({
  code: 'preset_cap',
  status: 409,
  meaning:
    "The key has reached its limit of presets. Change one, or delete one that you don't need.",
}) {
  constructor(limit: number) {
    super(`A key may have ${limit} presets. Delete one that you no longer need, or change one.`, {
      hint: 'GET /api/presets',
      extras: { limit },
    });
  }
}
