import { AppError, codedError } from '../../platform/errors/app-error';

/** The same answer for a batch that doesn't exist and for one of another owner. */
export class BatchNotFound extends codedError({
  code: 'batch_not_found',
  status: 404,
  meaning: 'There is no such batch, or it is not yours. GET /api/batches lists yours.',
}) {
  constructor() {
    super('There is no batch with this id.', { hint: 'GET /api/batches' });
  }
}

export class BatchFinished extends codedError({
  code: 'batch_finished',
  status: 409,
  meaning: 'The batch has ended already, so there is nothing to cancel.',
}) {
  constructor(id: string, status: string) {
    super(`The batch can't be cancelled any more: it is ${status}.`, {
      hint: `GET /api/batches/${id}`,
      extras: { status },
    });
  }
}

export class BatchCap extends codedError({
  code: 'batch_cap',
  status: 429,
  meaning:
    'The key has as many unfinished batches as one may have. Wait until one ends, or cancel one.',
}) {
  constructor(cap: number) {
    super(
      `This key has ${cap} unfinished batches, which is the most. Wait until one ends, or cancel one.`,
      { hint: 'GET /api/batches?status=running', headers: { 'Retry-After': '30' } },
    );
  }
}

export class BatchPlanningBusy extends codedError({
  code: 'batch_planning_busy',
  status: 503,
  meaning:
    'Too many batches of this caller, or of all callers, wait to be planned. Send it again after Retry-After seconds.',
}) {
  constructor() {
    super('Too many batches wait to be planned. Send it again in five seconds.', {
      headers: { 'Retry-After': '5' },
    });
  }
}

/** The refusal of one run, which refuses its whole batch. */
export class BatchRefused extends AppError {
  constructor(refusal: AppError, index: number) {
    const { spec, message, hint, extras, headers } = refusal;
    super(spec, `Run ${index} of the batch: ${message}`, {
      ...(hint === undefined ? {} : { hint }),
      extras: { ...extras, index },
      headers,
    });
  }
}
