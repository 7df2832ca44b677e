import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at, UserError } from './project.mjs';

const BUILTIN = at('src', 'modules', 'workflows', 'builtin');

/** Two to choose from: the test applies LoRAs, and no workflow names one. */
const LORAS = ['kinora-test-1.safetensors', 'kinora-test-2.safetensors'];

/**
 * Puts empty files named like the models of the shipped workflows under a node's models folder, so that its validation
 * finds them. Files that are there stay as they are.
 */
export function placeModels(folder) {
  if (!folder) throw new UserError("Name the node's models folder: --models FOLDER");
  const named = readdirSync(BUILTIN)
    .flatMap((file) => JSON.parse(readFileSync(join(BUILTIN, file), 'utf8')).models)
    .map((model) => join(folder, model.folder, model.file));
  for (const path of [...named, ...LORAS.map((lora) => join(folder, 'loras', lora))]) {
    mkdirSync(dirname(path), { recursive: true });
    writeEmpty(path);
  }
}

function writeEmpty(path) {
  try {
    writeFileSync(path, '', { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}
