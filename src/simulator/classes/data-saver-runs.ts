import type { WireValue } from '../wire/json';
import { literal } from './value';
import type { NodeCall, NodeResult, RunsByClass } from './node-run';
import { graphTexts, saveFile } from './save-files';

/** Saves bytes with the prefix of the node's input, and returns their entry for the history. */
async function saveBytes(call: NodeCall, ending: string, bytes: Buffer): Promise<WireValue> {
  const { inputs, context } = call;
  const target = { type: 'output', prefix: inputs.text('filename_prefix'), ending } as const;
  return saveFile({ width: 1, height: 1 }, target, context, (path) =>
    context.files.write(path, bytes),
  );
}

async function saveText(call: NodeCall): Promise<NodeResult> {
  const text = call.inputs.text('text');
  const entry = await saveBytes(call, `.${call.inputs.text('format')}`, Buffer.from(text));
  const ui = new Map<string, WireValue>([
    ['text', [text]],
    ['files', [entry]],
  ]);
  return { outputs: [literal(text)], ui };
}

/** A safetensors file, as of a real node, of zeros: nothing here reads its numbers. */
async function saveLatent(call: NodeCall): Promise<NodeResult> {
  const latent = call.inputs.required('latent', 'samples');
  const shape = [latent.frames.length, 4, latent.height / 8, latent.width / 8];
  const numbers = Buffer.alloc(shape.reduce((product, length) => product * length, 4));
  const header = JSON.stringify({
    __metadata__: Object.fromEntries(graphTexts(call.context)),
    latent_tensor: { dtype: 'F32', shape, data_offsets: [0, numbers.length] },
  });
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(Buffer.byteLength(header)));
  const bytes = Buffer.concat([length, Buffer.from(header), numbers]);
  const entry = await saveBytes(call, '_.latent', bytes);
  return { outputs: [latent], ui: new Map([['latents', [entry]]]) };
}

/** A triangle, whatever the mesh. */
async function saveGlb(call: NodeCall): Promise<NodeResult> {
  const entry = await saveBytes(call, '_.glb', triangleGlb(graphTexts(call.context)));
  return { outputs: [], ui: new Map([['3d', [entry]]]) };
}

/** glTF 2.0 §4.4: a header, the JSON chunk and the binary chunk. */
function triangleGlb(texts: ReturnType<typeof graphTexts>): Buffer {
  const corners = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
  const description = JSON.stringify({
    asset: { version: '2.0', generator: 'ComfyUI', extras: Object.fromEntries(texts) },
    buffers: [{ byteLength: corners.length }],
    bufferViews: [{ buffer: 0, byteLength: corners.length }],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: 3,
        type: 'VEC3',
        min: [0, 0, 0],
        max: [1, 1, 0],
      },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    nodes: [{ mesh: 0 }],
    scenes: [{ nodes: [0] }],
    scene: 0,
  });
  const unpadded = Buffer.from(description);
  const json = Buffer.concat([unpadded, Buffer.alloc(-unpadded.length & 3, ' ')]);
  const chunks = [glbChunk('JSON', json), glbChunk('BIN\0', corners)];
  const header = Buffer.from('glTF\x02\0\0\0\0\0\0\0', 'latin1');
  header.writeUInt32LE(
    chunks.reduce((sum, chunk) => sum + chunk.length, header.length),
    8,
  );
  return Buffer.concat([header, ...chunks]);
}

function glbChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Output classes that save no picture, video or sound. */
export const DATA_SAVER_RUNS: RunsByClass = {
  SaveText: saveText,
  SaveLatent: saveLatent,
  SaveGLB: saveGlb,
};
