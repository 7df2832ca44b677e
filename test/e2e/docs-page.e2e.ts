import { open } from '../support/browser';
import { describeWith } from '../support/required-programs';
import { TestKinora } from '../support/kinora';

describeWith('chromium', '/docs in a browser', () => {
  it('shows every operation without violating its content security policy', async () => {
    const kinora = await TestKinora.start();
    const { page, stderr } = await open(`${kinora.url}/docs`);
    for (const operation of ['generate-generateImage', 'jobs-getJob', 'media-uploadMedia'])
      expect(page).toContain(`operations-${operation}`);
    expect(stderr).not.toMatch(/Refused to|Content Security Policy|CONSOLE.*rror/);
    await kinora.close();
  });

  it('asks for a key if one is required', async () => {
    const kinora = await TestKinora.start({ security: { require_api_key: true } });
    const { page } = await open(`${kinora.url}/docs`);
    expect(page).toMatch(/<form id="key">/);
    for (const [, path] of page.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)) {
      const { status, headers } = await fetch(`${kinora.url}${path}`);
      expect([path, status, headers.get('content-type')]).toEqual([
        path,
        200,
        expect.stringMatching(/^text\/css\b/),
      ]);
    }
    const style = await (await fetch(`${kinora.url}/docs/start.css`)).text();
    expect(style).toContain('#key');
    await kinora.close();
  });
});
