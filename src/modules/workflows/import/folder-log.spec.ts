import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, type LoggerService } from '@nestjs/common';
import { ONE_PICTURE } from '../../../../test/support/editor-sample';
import { ManualClock } from '../../../../test/support/manual-clock';
import { SystemIds } from '../../../platform/clock/clock';
import type { ConfigService } from '../../../platform/config/config.service';
import { BuiltinWorkflowsStore } from '../catalogue/builtin-workflows.store';
import { BuiltinWorkflowsService } from '../catalogue/builtin-workflows.service';
import { FolderLogService } from './folder-log.service';
import { ImportedWorkflowsService } from './imported-workflows.service';
import { WorkflowCatalogueService } from '../catalogue/workflow-catalogue.service';
import { ImportCacheStore } from './import-cache.store';
import { ImportResolverService } from './import-resolver.service';
import { WorkflowFolderStore } from './workflow-folder.store';

const GRAPH = {
  '1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
  '2': { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'x' } },
};

describe('FolderLogService', () => {
  const lines: string[] = [];
  let data: string;
  let imported: ImportedWorkflowsService;
  let log: FolderLogService;

  beforeAll(() => {
    const note = (level: string) => (fields: unknown, words: unknown) => {
      const place =
        typeof fields === 'string' ? fields : `${JSON.stringify(fields)} ${String(words)}`;
      lines.push(`${level} ${place}`);
    };
    Logger.overrideLogger({ warn: note('warn'), log: note('info') } as unknown as LoggerService);
  });
  beforeEach(async () => {
    data = mkdtempSync(join(tmpdir(), 'kinora-folder-log-'));
    mkdirSync(join(data, 'workflows'));
    const config = { current: () => ({ data_dir: data }) } as unknown as ConfigService;
    const folder = new WorkflowFolderStore(config, new SystemIds());
    imported = new ImportedWorkflowsService(
      folder,
      new ImportCacheStore(config, new SystemIds()),
      new ImportResolverService(),
      new ManualClock(),
    );
    const builtin = new BuiltinWorkflowsService(new BuiltinWorkflowsStore());
    await builtin.onModuleInit();
    log = new FolderLogService(new WorkflowCatalogueService(builtin, imported));
    lines.length = 0;
  });
  afterEach(() => rmSync(data, { recursive: true, force: true }));

  /** Updates the log more often than anything changes; returns the logged lines. */
  const logged = (): readonly string[] => {
    for (let look = 0; look < 3; look += 1) {
      imported.refresh();
      log.update();
    }
    return lines.splice(0);
  };
  const drop = (name: string, content: unknown): readonly string[] => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(data, 'workflows', name), text);
    return logged();
  };
  const removed = (name: string): readonly string[] => {
    rmSync(join(data, 'workflows', name));
    return logged();
  };

  it('logs each change of a file’s state once, with position and reason', () => {
    expect(drop('mine.json', '{\n"1": {')).toEqual([
      'warn {"file":"mine.json","line":2,"field":""} ' +
        'mine.json is broken: line 2: not JSON: the file ends where "}" is expected.',
    ]);
    expect(drop('other.json', GRAPH)).toEqual([]);
    expect(drop('mine.json', '[1]')).toEqual([
      expect.stringMatching(/^warn .* mine\.json is broken: line 1: a workflow is a JSON object/),
    ]);
    expect(drop('mine.json', GRAPH)).toEqual(['info mine.json is good again']);
    expect(removed('mine.json')).toEqual([]);
  });

  it('logs that the last good workflow stays in force', () => {
    drop('mine.json', GRAPH);
    expect(drop('mine.manifest.json', { colour: 1, size: 2 })).toEqual([
      expect.stringMatching(
        /^warn .* mine\.manifest\.json is broken: line 1, colour: .* \(and 1 more\)\. The last good one stays in force\.$/,
      ),
    ]);
    expect(removed('mine.manifest.json')).toEqual(['info mine.manifest.json is good again']);
  });

  it('logs what became of a broken file that was not repaired', () => {
    drop('drawn.json', '{');
    expect(drop('drawn.json', ONE_PICTURE)).toEqual([
      expect.stringMatching(/^info drawn\.json is no longer broken: it waits for the first node/),
    ]);
    drop('drawn.json', '{');
    expect(removed('drawn.json')).toEqual(['info drawn.json is gone']);
    expect(drop('sd15-t2i.json', GRAPH)).toEqual([
      expect.stringMatching(/^warn .* sd15-t2i is the id of a workflow that comes with Kinora/),
    ]);
  });

  it('cuts long reasons', () => {
    const [line = ''] = drop('mine.json', {
      ['x'.repeat(100_000)]: { class_type: 'A', inputs: 1 },
    });
    expect(line).toMatch(/^warn /);
    expect(line.length).toBeLessThan(1_500);
  });
});
