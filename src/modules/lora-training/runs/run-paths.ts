const DEFAULT_FOLDER = 'output';

/** Where a run's config is kept, in the training root. */
export const configPath = (jobName: string): string => `configs/${jobName}.json`;

/**
 * Where the toolkit writes, in the training root.
 * @param folder the toolkit's own path of its training folder, which has the same name below our training root
 */
export const outputDir = (jobName: string, folder = DEFAULT_FOLDER): string =>
  `${folder.split(/[\\/]/).findLast(Boolean) ?? DEFAULT_FOLDER}/${jobName}`;
