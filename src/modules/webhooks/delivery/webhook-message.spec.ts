import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { SystemIds } from '../../../platform/clock/clock';
import { SECRET_BYTES, signedHeaders, toSecret, withinSize } from './webhook-message';

const ids = new SystemIds();
const newSecret = (): string => toSecret(ids.token(SECRET_BYTES));

describe('signedHeaders', () => {
  const body = JSON.stringify({ type: 'job', data: { prompt: 'ein Fuchs, 狐' } });
  // The library of the receiver takes the system's time.
  const now = new Date(Date.now());
  const later = new Date(now.getTime() + 1000).toISOString();
  const [secret, previous_secret] = [newSecret(), newSecret()];
  const message = { messageId: 'msg_1', body, now };

  it('are verified with the secret, and with no other', () => {
    const headers = signedHeaders({ secret, previous_secret: null, previous_until: null }, message);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow(WebhookVerificationError);
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow(WebhookVerificationError);
  });

  it('are verified with the previous secret until it ends', () => {
    const rotated = { secret, previous_secret, previous_until: later };
    const verify = (of: typeof rotated, by: string) => () =>
      new Webhook(by).verify(body, signedHeaders(of, message));
    expect(verify(rotated, secret)).not.toThrow();
    expect(verify(rotated, previous_secret)).not.toThrow();
    const ended = { ...rotated, previous_until: now.toISOString() };
    expect(verify(ended, secret)).not.toThrow();
    expect(verify(ended, previous_secret)).toThrow(WebhookVerificationError);
  });
});

describe('withinSize', () => {
  it('leaves out only the large fields of data that is too large', () => {
    const data = { action: 'updated', paths: ['a.png'], records: ['x'.repeat(70_000)] };
    expect(withinSize(data)).toEqual({ action: 'updated', paths: ['a.png'], truncated: true });
    const fitting = { ...data, records: ['x'.repeat(60_000)] };
    expect(withinSize(fitting)).toBe(fitting);
  });
});
