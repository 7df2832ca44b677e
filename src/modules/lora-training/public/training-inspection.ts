/** Looks whether training can work, for `GET /api/health` and the doctor. Changes nothing. */
export abstract class TrainingInspection {
  /**
   * Sentences about configured folders that are missing and a toolkit that does not answer within `timeoutMs`.
   * `null` if no toolkit is configured.
   */
  abstract problems(timeoutMs: number): Promise<readonly string[] | null>;
}
