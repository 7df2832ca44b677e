import { AppError, errorSpec } from '../../platform/errors/app-error';

const PRESET_NOT_FOUND = errorSpec({
  code: 'preset_not_found',
  status: 404,
  meaning: 'There is no such preset, or it is not yours. GET /api/presets lists yours.',
});

/** The same answer for a preset that doesn't exist and for one of another owner. */
export class PresetNotFound extends AppError {
  constructor() {
    super(PRESET_NOT_FOUND, 'There is no preset with this id.', { hint: 'GET /api/presets' });
  }
}

const PRESET_LIMIT_REACHED = errorSpec({
  code: 'preset_cap',
  status: 409,
  meaning:
    "The key has reached its limit of presets. Change one, or delete one that you don't need.",
});

export class PresetLimitReached extends AppError {
  constructor(limit: number) {
    super(
      PRESET_LIMIT_REACHED,
      `A key may have ${limit} presets. Delete one that you no longer need, or change one.`,
      {
        hint: 'GET /api/presets',
        extras: { limit },
      },
    );
  }
}
