import type { ServerResponse } from 'node:http';

/** As of a node with many packs of custom nodes and 1,200 LoRAs, which every second class lists. */
export const LARGE_OBJECT_INFO = { classes: 2694, bytes: 102 * 1024 * 1024 };

const LORAS = Array.from(
  { length: 1200 },
  (_, at) => `sdxl/styles/a LoRA with a longer name, number ${at}, v2.safetensors`,
);

function describe(at: number): object {
  const name = `Class${at}`;
  const floats = Array.from({ length: 10 }, (_, number) => [
    `value_${number}`,
    ['FLOAT', { default: 1.5, min: 0, max: 100, tooltip: `Value ${number} of ${name}.` }],
  ]);
  const required = {
    seed: ['INT', { default: 0, min: 0, max: 2 ** 64 }],
    ...(at % 2 === 0 ? { lora_name: [LORAS, { tooltip: `For ${name}.` }] } : {}),
    ...Object.fromEntries(floats),
  };
  return { input: { required }, output: ['IMAGE'], name, python_module: 'custom_nodes.pack' };
}

/**
 * Streams an `object_info` of 102 MiB, one class at a time.
 * @param onClass called before each class
 */
export async function sendLargeObjectInfo(
  response: ServerResponse,
  onClass = (): void => undefined,
): Promise<void> {
  const { classes, bytes } = LARGE_OBJECT_INFO;
  let sent = 0;
  for (let at = 0; at < classes && !response.destroyed; at += 1) {
    onClass();
    const text = `${at === 0 ? '{' : ','}"Class${at}":${JSON.stringify(describe(at))}`;
    sent += Buffer.byteLength(text);
    if (!response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end(`${' '.repeat(Math.max(0, bytes - sent))}}`);
}
