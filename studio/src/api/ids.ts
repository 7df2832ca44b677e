/** `batch` of a job may also name the generation of a project, which `/api/batches` does not have. */
export const isBatchId = (id: string): boolean => id.startsWith('bat_');
