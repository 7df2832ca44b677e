import { type WireObject, readJson } from '../wire/json';

/** A safetensors file whose header can't be read. */
export class SafetensorsError extends Error {}

/** Maximum header length of the format, in bytes. */
const MAX_HEADER_BYTES = 100_000_000;

/** The header of a safetensors file: tensors by name, and `__metadata__`. */
export function headerOf(bytes: Buffer): WireObject {
  if (bytes.length < 8) throw invalidFile('header too small');
  const length = bytes.readBigUInt64LE(0);
  if (length > MAX_HEADER_BYTES) throw invalidFile('header too large');
  if (Number(length) > bytes.length - 8) throw invalidFile('invalid header length');
  try {
    const header = readJson(bytes.toString('utf8', 8, 8 + Number(length)));
    if (header instanceof Map) return header;
  } catch {
    // All other damage gets the same error below.
  }
  throw invalidFile('invalid header deserialization');
}

function invalidFile(what: string): SafetensorsError {
  return new SafetensorsError(`Error while deserializing header: ${what}`);
}

/** True for the weights of a whole model, false for those of a LoRA or something else. */
export function isModel(header: WireObject): boolean {
  return [...header.keys()].some((name) =>
    /(^|\.)(diffusion_model|first_stage_model|cond_stage_model|double_blocks|joint_blocks)\./.test(
      name,
    ),
  );
}
