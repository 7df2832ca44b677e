import type { Page } from 'playwright-core';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { describeWith } from '../support/required-programs';
import { StudioBrowser } from '../support/studio-browser';

describeWith('chromium', 'the details of media in the Studio', () => {
  let kinora: TestKinora;
  let browser: StudioBrowser;
  let page: Page;
  let fox: string;

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'simulator', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online();
    fox = (await kinora.as(null).upload('fox.png', await uniquePng(64, 48))).body.path;
    await kinora.as(null).patch(`/api/media/${fox}/metadata`, { tags: ['forest'] });
    browser = await StudioBrowser.launch(kinora.url);
    page = await browser.open('/gallery');
  });
  afterAll(async () => {
    await browser.close();
    await kinora.close();
  });
  afterEach(() => expect(browser.problems()).toEqual([]));

  const details = () => page.getByRole('complementary', { name: 'Details' });

  it('offer no change of a picture that is in the trash', async () => {
    const ways = () =>
      Promise.all([
        details().getByRole('radio').count(),
        details().getByRole('group', { name: 'Tags' }).getByRole('button').count(),
      ]);
    await page.goto(`/gallery?item=${fox}`);
    await details().getByText('forest').waitFor();
    expect(await ways()).toEqual([6, 2]);
    await kinora.delete(`/api/media/${fox}`);
    await page.goto(`/gallery?trashed=true&item=${fox}`);
    await details().getByText('forest').waitFor();
    expect(await ways()).toEqual([0, 0]);
    await kinora.post('/api/media/restore', { paths: [fox] });
  });

  it('name the file of an upload once', async () => {
    await page.goto(`/gallery?item=${fox}`);
    await details().getByText('Uploaded').waitFor();
    expect(await details().getByText('fox.png').count()).toBe(1);
  });

  it('say that a picture is kept, as long as it is', async () => {
    await page.goto(`/gallery?item=${fox}`);
    await details().getByText('Uploaded').waitFor();
    const kept = details().getByRole('term').filter({ hasText: 'Kept' });
    expect(await kept.count()).toBe(0);
    await kinora.as(null).patch(`/api/media/${fox}/metadata`, { favourite: true });
    await kept.waitFor();
    await kinora.as(null).patch(`/api/media/${fox}/metadata`, { favourite: false });
    await kept.waitFor({ state: 'hidden' });
  });

  it('name workflows and models as all other pages do', async () => {
    const picture = { workflow: 'sd15-t2i', provider: 'simulator', prompt: 'two hills', steps: 1 };
    for (let time = 0; time < 2; time += 1) {
      const made = await kinora.post('/api/image/generate', picture);
      await kinora.finished(String(made.body['prompt_id']));
    }
    await page.goto('/gallery?q=hills');
    for (const [index, title] of ['Picture', '2 pictures'].entries()) {
      await page.getByRole('button', { name: 'Select two hills' }).nth(index).click();
      await details().getByRole('heading', { name: title, exact: true }).waitFor();
      await details().getByText('Stable Diffusion 1.5: text to image').waitFor();
      await details().getByText('v1-5-pruned-emaonly-fp16', { exact: true }).waitFor();
    }
  });
});
