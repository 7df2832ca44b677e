import { toRequestFailure } from './request-failure';

describe('a failure of a secure connection', () => {
  const kindOf = (code: string) => toRequestFailure(Object.assign(new Error(), { code })).kind;

  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ])('comes before the request is sent: %s', (code) => {
    expect(kindOf(code)).toBe('no_connection');
  });

  it.each(['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR'])(
    'may come after the node got the request: %s',
    (code) => {
      expect(kindOf(code)).toBe('broken');
    },
  );
});
