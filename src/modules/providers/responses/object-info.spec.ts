import { recordedBody } from '../../../../test/support/recordings';
import { readMaxUploadSize, readQueueRemaining, readSystemStats } from './node-status';
import { readObjectInfo } from './object-info';

describe('readObjectInfo', () => {
  it('reads the whole catalogue of a real node', () => {
    const info = readObjectInfo(recordedBody('object_info'));
    expect(Object.keys(info ?? {})).toHaveLength(633);
    const seed = info?.['KSampler']?.input.required?.['seed'];
    expect(seed).toEqual([
      'INT',
      expect.objectContaining({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    ]);
    expect(info?.['SaveImage']?.output_node).toBe(true);
  });

  it('drops a very long list of choices, so that no value is refused', () => {
    const many = Array.from({ length: 20_001 }, (_, at) => `lora_${String(at)}.safetensors`);
    const required = {
      bare: [many],
      dropped: ['COMBO', { options: many, default: 'x', tooltip: 'y' }],
      whole: [many.slice(1), { tooltip: 'y' }],
    };
    expect(readObjectInfo({ A: { input: { required } } })?.['A']?.input.required).toEqual({
      bare: ['COMBO', { default: many[0] }],
      dropped: ['COMBO', { default: 'x', tooltip: 'y' }],
      whole: [many.slice(1), { tooltip: 'y' }],
    });
  });

  it('clamps whole numbers only, and drops bounds that are none', () => {
    const required = {
      seed: ['INT', { min: -18446744073709552000, max: 18446744073709552000, default: null }],
      scale: ['FLOAT', { min: null, max: 1e300, step: 0.1 }],
      name: [['a', 'b']],
      odd: [],
      none: null,
      text: ['STRING', 'invalid'],
    };
    const info = readObjectInfo({
      A: { input: { required }, output: 'IMAGE' },
      B: 5,
      C: { input: [] },
    });
    expect(info).toEqual({
      A: {
        name: 'A',
        output: [],
        input: {
          required: {
            seed: ['INT', { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }],
            scale: ['FLOAT', { max: 1e300, step: 0.1 }],
            name: [['a', 'b']],
            text: ['STRING'],
          },
        },
      },
    });
  });

  it.each([null, [], 'x', { A: 5, B: [] }])('refuses %j', (body) => {
    expect(readObjectInfo(body)).toBeNull();
  });
});

describe('facts of a node', () => {
  it('reads version and devices, nothing else', () => {
    const facts = readSystemStats(recordedBody('system_stats'));
    expect(facts).toEqual({
      version: '0.33.0',
      devices: [
        { name: 'cpu', type: 'cpu', vram_total: expect.any(Number), vram_free: expect.any(Number) },
      ],
    });
    expect(readSystemStats({ system: {}, devices: [null, {}] })).toEqual({
      version: null,
      devices: [{ name: '', type: '', vram_total: 0, vram_free: 0 }],
    });
    expect(readSystemStats({ devices: [] })).toBeNull();
  });

  it('reads limits and counts', () => {
    expect(readMaxUploadSize(recordedBody('features'))).toBe(104_857_600);
    expect(readMaxUploadSize({ max_upload_size: -1 })).toBe(104_857_600);
    expect(readMaxUploadSize({ max_upload_size: 5 })).toBe(5);
    expect(readQueueRemaining(recordedBody('prompt_get_busy'))).toBe(4);
    expect(readQueueRemaining({ exec_info: { queue_remaining: '4' } })).toBeNull();
  });
});
