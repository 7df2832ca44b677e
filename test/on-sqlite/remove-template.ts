import { rmSync } from 'node:fs';
import { dirname } from 'node:path';

export default function removeTemplate(): void {
  const file = process.env['KINORA_TEST_SQLITE'];
  if (file !== undefined) rmSync(dirname(file), { recursive: true });
}
