import { UNRESTRICTED } from '../../platform/access/caller';
import { providerRecord } from './provider-record';
import type { ProviderState } from './public/provider-directory';

const STATE: ProviderState = {
  id: 'gpu',
  name: 'gpu',
  kind: 'comfyui',
  base_url: 'https://gpu.example.com/comfy',
  is_default: true,
  roles: ['image'],
  status: 'offline',
  error: 'refused by gpu.example.com at /srv/comfyui/main.py',
  devices: [],
  queue: { running: 0, pending: 0 },
  last_seen_at: null,
  offline_since: 0,
  since: 0,
  last_error: { message: 'refused by gpu.example.com', at: '2026-01-01T00:00:00.000Z' },
  max_upload_size: 1,
};

describe('a node', () => {
  it('shows its address and original messages to admins', () => {
    const { base_url, error } = STATE;
    expect(providerRecord(STATE, UNRESTRICTED, [])).toMatchObject({ base_url, error });
  });

  it('shows neither to others', () => {
    const record = providerRecord(STATE, { ...UNRESTRICTED, ownerId: 'own_1', isAdmin: false }, []);
    expect(record).toMatchObject({
      error: 'refused by (address) at main.py',
      since: '1970-01-01T00:00:00.000Z',
      last_error: { message: 'refused by (address)', at: '2026-01-01T00:00:00.000Z' },
    });
    expect(JSON.stringify(record)).not.toContain('example.com');
  });
});
