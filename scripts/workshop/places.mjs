import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository, wherever the command was typed. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export const at = (...parts) => join(ROOT, ...parts);

/** Locks, generated documents and reports; never under version control. */
export const SCRATCH = at('.kinora');
