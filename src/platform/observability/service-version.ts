import { createRequire } from 'node:module';

/** Three folders up, in `src` and in `dist` alike; required, because it is outside of the compiler's root folder. */
const manifest = createRequire(__filename)('../../../package.json') as { readonly version: string };

/** This build's version. */
export const SERVICE_VERSION = manifest.version;
