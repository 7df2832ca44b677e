import { createRequire } from 'node:module';

/** The package lies three folders up, built and unbuilt alike; outside of what the compiler builds. */
const manifest = createRequire(__filename)('../../../package.json') as { readonly version: string };

/** This build's version. */
export const SERVICE_VERSION = manifest.version;
