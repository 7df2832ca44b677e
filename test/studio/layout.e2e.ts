import { TestKinora } from '../support/kinora';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';

describeWith('chromium', 'the layout of the Studio', () => {
  let kinora: TestKinora;
  let browser: StudioBrowser;

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
    browser = await StudioBrowser.launch(kinora.url);
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  it.each(['/generate', '/gallery', '/jobs', '/characters', '/workflows', '/nodes', '/settings'])(
    'opens search and commands from the top of %s',
    async (address) => {
      const page = await browser.open(address);
      await page.getByRole('button', { name: /^Search or command/ }).click();
      await page.getByRole('dialog').getByPlaceholder('Search').waitFor();
      await page.context().close();
    },
  );
});
