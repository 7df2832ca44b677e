/** Whether an operation failed because a file, folder or program doesn't exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The operation's result; `null` if the file or folder doesn't exist. */
export async function ifPresent<T>(operation: Promise<T>): Promise<T | null> {
  return operation.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
}
