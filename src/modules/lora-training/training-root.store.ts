import { stat } from 'node:fs/promises';
import type { ConfigService } from '../../platform/config/config.service';
import { TrainingNotConfigured, TrainingRootMissing } from './training.errors';

/** Whether the path leads to a folder; symbolic links are followed. */
export async function isFolder(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  return stats?.isDirectory() === true;
}

/** The training root. @throws TrainingNotConfigured */
export function trainingRoot(config: ConfigService): string {
  const { root } = config.current().training;
  if (root === null) throw new TrainingNotConfigured();
  return root;
}

/**
 * The training root, if it exists. It is never created, because it may be mistyped, or on a disk that is not mounted.
 * @throws TrainingNotConfigured, TrainingRootMissing
 */
export async function requireTrainingRoot(config: ConfigService): Promise<string> {
  const root = trainingRoot(config);
  if (!(await isFolder(root))) throw new TrainingRootMissing();
  return root;
}
