import { codedError } from './app-error';

/** The same answer for an own and for another owner's id. */
export class IdTaken extends codedError({
  code: 'id_taken',
  status: 409,
  meaning: 'Something of this kind has the id already, whoever owns it. Choose another id.',
}) {
  constructor(hint: string) {
    super('This id is taken. Choose another one.', { hint });
  }
}
