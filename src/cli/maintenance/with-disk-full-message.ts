import { asDiskError, DiskFull } from '../../platform/errors/disk-full';
import { UserError } from '../../platform/errors/user-error';

/** Rethrows errors, those of a full disk with a message that says what to do. */
export function withDiskFullMessage(message: string): (error: unknown) => never {
  return (error) => {
    throw asDiskError(error) instanceof DiskFull ? new UserError(message, { cause: error }) : error;
  };
}
