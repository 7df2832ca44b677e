import { TestKinora } from '../support/kinora';

const OPEN = 'No key is required: whoever reaches this service may do everything.';

interface Health {
  readonly status: string;
  readonly parts: { readonly keys: { readonly status: string; readonly detail: string } };
}

describe('health reports whether keys are required', () => {
  let kinora: TestKinora;
  beforeAll(async () => {
    kinora = await TestKinora.start();
  });
  afterAll(() => kinora.close());

  it('open, open although keys exist, and required: always the current state', async () => {
    const state = async (key: string | null): Promise<[string, string]> => {
      const { body } = await kinora.as(key).get<Health>('/api/health');
      return [body.parts.keys.status, body.parts.keys.detail];
    };
    expect(await state(null)).toEqual(['ok', OPEN]);
    const { key } = await kinora.agent('root', { is_admin: true });
    const [status, detail] = await state(null);
    expect([status, detail.startsWith(OPEN)]).toEqual(['ok', true]);
    expect(detail).toContain('security.require_api_key');
    kinora.configure({ security: { require_api_key: true } });
    expect(await state(key)).toEqual(['ok', 'Every request needs a key.']);
  });
});
