/** After `npm ci` or `npm install` by hand: the same state as after an install by `npm start`. */
import { ensureNative } from './workshop/native.mjs';
import { writeStamp } from './workshop/install.mjs';

try {
  await ensureNative();
  writeStamp();
} catch (error) {
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
}
