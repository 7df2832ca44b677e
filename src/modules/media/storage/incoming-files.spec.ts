import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { SystemIds } from '../../../platform/clock/clock';
import type { ConfigService } from '../../../platform/config/config.service';
import { type IncomingFile, IncomingFilesStore } from './incoming-files.store';

describe('files that are being received', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-incoming-'));
  const incomingFiles = new IncomingFilesStore(
    { current: () => ({ data_dir: folder }) } as ConfigService,
    new SystemIds(),
  );

  beforeAll(() => incomingFiles.prepare());
  afterAll(() => rmSync(folder, { recursive: true }));

  const receive = (content: Buffer): Promise<IncomingFile> =>
    incomingFiles.receive(Readable.from([content]), {
      onBytes: () => undefined,
      onEnd: () => undefined,
    });

  it('are only in memory while they are small, until they are flushed', async () => {
    const incoming = await receive(Buffer.from('small'));
    expect(existsSync(incoming.file)).toBe(false);
    const { flushed } = await incomingFiles.beginFlush(incoming);
    expect(readFileSync(incoming.file, 'utf8')).toBe('small');
    await flushed;
    await incomingFiles.discard(incoming);
    expect(existsSync(incoming.file)).toBe(false);
  });

  it('are written for programs that open them', async () => {
    const incoming = await receive(Buffer.from('small'));
    for (let time = 0; time < 2; time += 1) await incomingFiles.ensureWritten(incoming);
    expect(readFileSync(incoming.file, 'utf8')).toBe('small');
    await incomingFiles.discard(incoming);
    expect(existsSync(incoming.file)).toBe(false);
  });

  it('are on the disk from the start when they are large', async () => {
    const content = Buffer.alloc(3 * 1024 * 1024, 'large');
    const incoming = await receive(content);
    expect(readFileSync(incoming.file).equals(content)).toBe(true);
    await incomingFiles.discard(incoming);
    expect(existsSync(incoming.file)).toBe(false);
  });

  it('are deleted at a start', async () => {
    const { file } = await receive(Buffer.alloc(3 * 1024 * 1024));
    await incomingFiles.prepare();
    expect(existsSync(file)).toBe(false);
  });
});
