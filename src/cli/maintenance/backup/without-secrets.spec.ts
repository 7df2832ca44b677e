import { withoutSecrets } from './without-secrets';

describe('withoutSecrets', () => {
  it('removes keys, passwords and headers, and keeps everything else with its comments', () => {
    const text = `{
  // our nodes
  "providers": [{ "id": "a", "base_url": "http://me:pass@node:8188", "headers": { "X-Node": "s3cret" } }],
  "database": { "url": "postgres://kinora:pass@db/kinora" },
  "chat": { "api_key": "sk-1", "model": "m" },
  "speech": { "azure": { "token": "t" } },
  "security": { "require_api_key": true },
  "server": { "public_url": "https://studio.example/@me" }
}`;
    const cleaned = withoutSecrets(text);
    expect(cleaned).not.toMatch(/pass@|s3cret|sk-1|"t"/);
    expect(cleaned).toContain('// our nodes');
    expect(cleaned).toContain('"base_url": "http://node:8188"');
    expect(cleaned).toContain('"url": "postgres://db/kinora"');
    expect(cleaned).toContain('"api_key": "(removed from the backup)"');
    expect(cleaned).toContain('"model": "m"');
    expect(cleaned).toContain('"https://studio.example/@me"');
  });

  it.each([
    ['postgres://kinora:pa@ss@db/kinora', 'postgres://db/kinora'],
    [
      'postgres://db/kinora?user=kinora&password=s3cret&sslmode=require',
      'postgres://db/kinora?user=kinora&password=&sslmode=require',
    ],
  ])('removes the password of %s', (url, cleaned) => {
    expect(JSON.parse(withoutSecrets(JSON.stringify({ database: { url } })))).toEqual({
      database: { url: cleaned },
    });
  });

  it('keeps references to environment variables', () => {
    const text = '{ "chat": { "api_key": "${CHAT_KEY}" } }';
    expect(withoutSecrets(text)).toBe(text);
  });

  it('returns a text that is not JSON unchanged when there is nothing to read in it', () => {
    expect(withoutSecrets('')).toBe('');
  });
});
