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

  it('reads the largest upload and the length of the queue', () => {
    expect(readMaxUploadSize(recordedBody('features'))).toBe(104_857_600);
    expect(readMaxUploadSize({ max_upload_size: -1 })).toBe(104_857_600);
    expect(readMaxUploadSize({ max_upload_size: 5 })).toBe(5);
    expect(readQueueRemaining(recordedBody('prompt_get_busy'))).toBe(4);
    expect(readQueueRemaining({ exec_info: { queue_remaining: '4' } })).toBeNull();
  });
});
