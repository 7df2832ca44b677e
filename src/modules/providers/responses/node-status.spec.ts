import { recordedBody } from '../../../../test/support/recordings';
import { readMaxUploadSize, readQueueRemaining, readSystemStats } from './node-status';

describe('the status of a node', () => {
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

  it('limits what a broken node says of its devices', () => {
    const device = { name: 'x'.repeat(40_000), type: 'cuda', vram_total: 1e300, vram_free: -5.5 };
    const { devices = [] } =
      readSystemStats({ system: {}, devices: Array.from({ length: 1_000 }, () => device) }) ?? {};
    expect(devices).toHaveLength(64);
    expect(devices[0]).toEqual({
      name: 'x'.repeat(200),
      type: 'cuda',
      vram_total: Number.MAX_SAFE_INTEGER,
      vram_free: 0,
    });
  });

  it('reads the largest upload and the length of the queue', () => {
    expect(readMaxUploadSize(recordedBody('features'))).toBe(104_857_600);
    expect(readMaxUploadSize({ max_upload_size: -1 })).toBe(104_857_600);
    expect(readMaxUploadSize({ max_upload_size: 5 })).toBe(5);
    expect(readQueueRemaining(recordedBody('prompt_get_busy'))).toBe(4);
    expect(readQueueRemaining({ exec_info: { queue_remaining: '4' } })).toBeNull();
    const most = { exec_info: { queue_remaining: 1e300 } };
    expect(readQueueRemaining(most)).toBe(Number.MAX_SAFE_INTEGER);
  });
});
