import { AppError, errorSpec } from './app-error';

const ID_TAKEN = errorSpec({
  code: 'id_taken',
  status: 409,
  meaning: 'Something of this kind has the id already, whoever owns it. Choose another id.',
});

/** The same answer for an own and for another owner's id. */
export class IdTaken extends AppError {
  constructor(hint: string) {
    super(ID_TAKEN, 'This id is taken. Choose another one.', { hint });
  }
}
