import type { MigrationInterface } from 'typeorm';
import { Jobs0001 } from './0001-jobs';

/** In the order in which they run. A landed migration is never edited: what changes gets a new one. */
export const MIGRATIONS: readonly (new () => MigrationInterface)[] = [Jobs0001];
