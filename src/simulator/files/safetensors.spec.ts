import { headerOf, isModel, SafetensorsError } from './safetensors';

function file(header: string, length = header.length): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(length));
  return Buffer.concat([size, Buffer.from(header)]);
}

it('reads a header', () => {
  const header = headerOf(file('{"__metadata__": {"a": "b"}, "x": {}}'));
  expect([...header.keys()]).toEqual(['__metadata__', 'x']);
});

it.each([
  ['an empty file', Buffer.alloc(3), 'header too small'],
  ['rubbish', Buffer.alloc(64, 255), 'header too large'],
  ['half a file', file('{}', 50), 'invalid header length'],
  ['no JSON', file('<html>'), 'invalid header deserialization'],
])('fails for %s', (_title, bytes, problem) => {
  expect(() => headerOf(bytes)).toThrow(SafetensorsError);
  expect(() => headerOf(bytes)).toThrow(problem);
});

it('distinguishes a model from a LoRA', () => {
  expect(isModel(new Map([['model.diffusion_model.input_blocks.0.weight', null]]))).toBe(true);
  expect(isModel(new Map([['lora_unet_x.lora_up.weight', null]]))).toBe(false);
});
