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
  max_upload_size: 1,
};

describe('a node', () => {
  it('shows its address and original messages to admins', () => {
    const { base_url, error } = STATE;
    expect(providerRecord(STATE, UNRESTRICTED)).toMatchObject({ base_url, error });
  });

  it('shows neither to others', () => {
    const record = providerRecord(STATE, { ...UNRESTRICTED, ownerId: 'own_1', isAdmin: false });
    expect(record).toMatchObject({ error: 'refused by (address) at main.py' });
    expect(JSON.stringify(record)).not.toContain('example.com');
  });
});
