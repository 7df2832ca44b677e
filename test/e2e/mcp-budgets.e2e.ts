import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';
import { newFolder, TestKinora } from '../support/kinora';
import { connectMcp, type McpClient, type ToolAnswer } from '../support/mcp/clients';
import { uniquePng } from '../support/media-samples';

const WORKFLOWS = 500;
const CHARACTERS = 200;
const MEDIA = 60;
const MAX_TEXT_BYTES = 8_000;
const MAX_IMAGE_BYTES = 700_000;

const GRAPH = {
  '1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
  '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } },
};
const LONG = 'An old harbour at dusk, '.repeat(40);

interface Page {
  readonly items: { readonly id: string }[];
  readonly next_cursor: string | null;
}

describe('replies on a large install', () => {
  let kinora: TestKinora;
  let client: McpClient;
  const paths: string[] = [];

  beforeAll(async () => {
    const folder = newFolder();
    const files = join(folder, 'data', 'workflows');
    mkdirSync(files, { recursive: true });
    for (let at = 0; at < WORKFLOWS; at += 1)
      writeFileSync(join(files, `bulk-${at}.json`), JSON.stringify(GRAPH));
    kinora = await TestKinora.start({}, folder);
    await kinora.online();
    const caller = kinora.as(null);
    for (let at = 0; at < CHARACTERS; at += 1)
      await caller.post('/api/characters', {
        ...{ id: `person-${at}`, name: `Person ${at}`, base_prompt: LONG, description: LONG },
      });
    for (let at = 0; at < MEDIA; at += 1) {
      const { body } = await caller.upload(`${at}.png`, await uniquePng(4, at + 2));
      paths.push(body.path);
    }
    await caller.patch(`/api/media/${paths[0]!}/metadata`, { description: LONG });
    client = await connectMcp('2026', kinora.url);
  });
  afterAll(async () => {
    await client.close();
    await kinora.close();
  });

  const bytes = ({ text }: ToolAnswer): number => Buffer.byteLength(text);

  it.each([
    ['get_workflows', {}],
    ['get_workflows', { limit: 200 }],
    ['get_workflows', { workflow_id: 'wan22-14b-t2v' }],
    ['get_characters', { limit: 200 }],
    ['get_characters', { character_id: 'person-1' }],
    ['search_media', { limit: 200 }],
    ['get_nodes', {}],
    ['get_jobs', { limit: 200 }],
    ['get_projects', { limit: 200 }],
    ['get_training', {}],
    ['plan', { type: 'image', request: { workflow: 'sdxl-t2i', prompt: LONG } }],
  ])('%s has at most 8 kB of text', async (name, args) => {
    const answer = await client.call(name, args);
    expect(bytes(answer)).toBeLessThanOrEqual(MAX_TEXT_BYTES);
    expect(bytes(answer)).toBeGreaterThan(20);
  });

  it('lists everything, page by page', async () => {
    const ids: string[] = [];
    for (let cursor: string | null | undefined = undefined; cursor !== null;) {
      const answer = await client.call('get_workflows', {
        limit: 200,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(bytes(answer)).toBeLessThanOrEqual(MAX_TEXT_BYTES);
      const page = answer.body as unknown as Page;
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(new Set(ids).size).toBe(ids.length);
    const { body } = await kinora.get('/api/workflows?with_total=true&limit=1');
    expect(ids.length).toBe(body['total']);
    expect(ids.length).toBeGreaterThan(WORKFLOWS);
  });

  it('answers everything when asked to', async () => {
    const full = await client.call('get_characters', { limit: 200, detail: 'full' });
    expect((full.body as unknown as Page).items.length).toBeGreaterThan(10);
    expect(bytes(full)).toBeGreaterThan(MAX_TEXT_BYTES);
  });

  it('shows large pictures small, and many on one sheet', async () => {
    const noise = randomFillSync(Buffer.alloc(1500 * 1500 * 3));
    const raw = { width: 1500, height: 1500, channels: 3 } as const;
    const large = await sharp(noise, { raw }).png({ compressionLevel: 1 }).toBuffer();
    const { body } = await kinora.as(null).upload('noise.png', large);
    const one = await client.call('look', { paths: [body.path] });
    const many = await client.call('look', { paths: paths.slice(0, 40) });
    for (const { images, text } of [one, many]) {
      expect(images).toHaveLength(1);
      const { width, height } = await sharp(images[0]).metadata();
      expect(Math.max(width, height)).toBeLessThanOrEqual(1024);
      expect(Math.max(width, height)).toBeGreaterThan(200);
      expect(images[0]!.length).toBeLessThanOrEqual(MAX_IMAGE_BYTES);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_TEXT_BYTES);
    }
    expect(one.links).toEqual([`kinora://media/${body.path}`]);
    expect(Object.values(many.body['labels'] as object)).toEqual(paths.slice(0, 40));
  });

  it('reads small originals only', async () => {
    const small = await client.read(`kinora://media/${paths[0]!}`);
    expect(small.mimeType).toBe('image/png');
    const noise = randomFillSync(Buffer.alloc(2000 * 2000 * 3));
    const raw = { width: 2000, height: 2000, channels: 3 } as const;
    const large = await sharp(noise, { raw }).png({ compressionLevel: 0 }).toBuffer();
    const { body } = await kinora.as(null).upload('large.png', large);
    await expect(client.read(`kinora://media/${body.path}`)).rejects.toThrow('file_address');
  });
});
