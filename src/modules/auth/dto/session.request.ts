import { Str } from '../../../platform/validation/body-fields';

/** `POST /api/session`. */
export class SignInDto {
  @Str({
    min: 1,
    max: 200,
    description: 'Your API key.',
    example: 'kin_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  })
  key: string;
}
