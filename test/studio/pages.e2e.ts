import { TestKinora } from '../support/kinora';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';

const PAGES = [
  '/generate',
  '/gallery',
  '/jobs',
  '/characters',
  '/workflows',
  '/nodes',
  '/settings',
];

describeWith('chromium', 'the pages of the Studio', () => {
  let kinora: TestKinora;
  let browser: StudioBrowser;

  beforeAll(async () => {
    kinora = await TestKinora.start({ providers: [{ id: 'simulator', kind: 'simulator' }] });
    await kinora.online();
    browser = await StudioBrowser.launch(kinora.url);
  });

  afterAll(async () => {
    await browser.close();
    await kinora.close();
  });

  afterEach(() => expect(browser.problems()).toEqual([]));

  it.each(PAGES)('opens %s by its address', async (path) => {
    const page = await browser.open(path);
    await page.getByRole('navigation', { name: 'Main' }).first().waitFor();
    await page.getByRole('main').waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await page.context().close();
  });
});
