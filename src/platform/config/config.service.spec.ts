import { mkdirSync, mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { SystemClock } from '../clock/clock';
import { ConfigFiles } from './config-files';
import { ConfigInvalid, ConfigService } from './config.service';

describe('ConfigService', () => {
  let folder: string;
  let file: string;
  let warnings: string[];

  let running: ConfigService | undefined;

  const write = (content: unknown, path = file): void => {
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    running?.expire();
  };
  const service = (variables: Record<string, string> = {}): ConfigService =>
    (running = new ConfigService(
      new ConfigFiles({ variables, packageFolder: folder, workingFolder: folder }),
      new SystemClock(),
    ));
  const keysRequired = (config: ConfigService): boolean =>
    config.current().security.require_api_key;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kinora-config-'));
    file = join(folder, 'config.json');
    warnings = [];
    jest.spyOn(Logger.prototype, 'warn').mockImplementation((message: unknown) => {
      warnings.push(String(message));
    });
  });

  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });

  it('works without a file, and reads one that is created later', () => {
    const config = service();
    expect(keysRequired(config)).toBe(false);
    write({ security: { require_api_key: true } });
    expect(keysRequired(config)).toBe(true);
  });

  it('notices each of many quick changes of the same size', () => {
    const config = service();
    for (let round = 0; round < 200; round += 1) {
      const wanted = round % 2 === 0;
      write({ limits: { prompt_chars: wanted ? 10 : 20 } });
      expect(config.current().limits.prompt_chars).toBe(wanted ? 10 : 20);
    }
  });

  it('looks at the files once per request', () => {
    const config = service();
    expect(keysRequired(config)).toBe(false);
    writeFileSync(file, '{"security":{"require_api_key":true}}');
    expect(keysRequired(config)).toBe(false);
    config.expire(); // the next request
    expect(keysRequired(config)).toBe(true);
  });

  it('returns the same object while nothing changes', () => {
    write({ limits: {} });
    const config = service();
    expect(config.current()).toBe(config.current());
    write({ limits: {} });
    expect(config.current()).toBe(config.current());
  });

  it('keeps the last good configuration when the file becomes invalid, warns once, and reports the problem', () => {
    write({ security: { require_api_key: true } });
    const config = service();
    write('{\n"security": {');
    expect(keysRequired(config)).toBe(true);
    expect(keysRequired(config)).toBe(true);
    expect(config.rejection()).toMatchObject({
      file: 'config.json',
      message: 'line 2: the file ends where "}" is expected',
    });
    expect(warnings).toEqual([
      "config.json isn't used, the last good configuration stays: " +
        'line 2: the file ends where "}" is expected',
    ]);
    write({ security: { require_api_key: false } });
    expect(keysRequired(config)).toBe(false);
    expect(config.rejection()).toBeNull();
  });

  it('names the file without its folder when it becomes unreadable', () => {
    write({});
    const config = service();
    unlinkSync(file);
    mkdirSync(file);
    config.expire();
    expect(config.rejection()?.message).toBe(
      "config.json can't be read (EISDIR): check its kind and its permissions",
    );
  });

  it('keeps the last good configuration when the file is removed', () => {
    write({ security: { require_api_key: true } });
    const config = service();
    unlinkSync(file);
    config.expire();
    expect(keysRequired(config)).toBe(true);
    expect(config.rejection()?.message).toBe('the file has vanished: put it back');
    write({ security: { require_api_key: true } });
    expect(config.rejection()).toBeNull();
  });

  it('keeps the last values while the .env is gone', () => {
    write({ chat: { api_key: '${KEY}' } });
    const dotEnv = join(folder, '.env');
    writeFileSync(dotEnv, 'KEY=one\n');
    const config = service();
    unlinkSync(dotEnv);
    config.expire();
    expect(config.current().chat.api_key).toBe('one');
    expect(config.rejection()?.message).toMatch(/^\.env beside it has vanished/);
    writeFileSync(dotEnv, 'KEY=two\n');
    config.expire();
    expect(config.current().chat.api_key).toBe('two');
  });

  it('notices a file that was renamed to its path, and the .env beside it', () => {
    write({ chat: { api_key: '${KEY}' } });
    writeFileSync(join(folder, '.env'), 'KEY=one\n');
    const config = service();
    expect(config.current().chat.api_key).toBe('one');
    write('KEY=two\n', join(folder, '.env'));
    expect(config.current().chat.api_key).toBe('two');
    writeFileSync(`${file}.new`, JSON.stringify({ chat: { api_key: 'three' } }));
    renameSync(`${file}.new`, file);
    config.expire();
    expect(config.current().chat.api_key).toBe('three');
  });

  it('prefers the process environment to .env', () => {
    write({ chat: { api_key: '${KEY}' } });
    writeFileSync(join(folder, '.env'), 'KEY=file\n');
    expect(service({ KEY: 'process' }).current().chat.api_key).toBe('process');
  });

  it('keeps settings that only a start can change, and logs a warning', () => {
    write({ server: { port: 8000 } });
    const config = service();
    write({ server: { port: 9000 }, security: { require_api_key: true } });
    expect(config.current().server.port).toBe(8000);
    expect(keysRequired(config)).toBe(true);
    expect(warnings).toEqual(['server.port: a change takes effect at the next start']);
    expect(config.fieldsPendingRestart()).toEqual(['server.port']);
    write({ server: { port: 8000 } });
    expect(config.fieldsPendingRestart()).toEqual([]);
  });

  it('refuses to start with an invalid file, naming lines and fields', () => {
    write('{\n"server": { "port": "x" },\n"sever": {} }');
    expect(() => service()).toThrow(ConfigInvalid);
    expect(() => service()).toThrow(/line 2, server\.port: write a whole number/);
    expect(() => service()).toThrow(/line 3, sever: there is no such field/);
  });

  it('refuses to start with an invalid variable, without blaming the file', () => {
    expect(() => service({ KINORA_PORT: 'abc' })).toThrow(
      "The environment (or .env) can't be used:\n  KINORA_PORT: set a port from 0 to 65535",
    );
  });

  it('refuses to start when the file of KINORA_CONFIG is missing', () => {
    expect(() => service({ KINORA_CONFIG: 'other.json' })).toThrow(
      /KINORA_CONFIG names is not there/,
    );
    writeFileSync(join(folder, 'other.json'), '{"limits":{"prompt_chars":7}}');
    expect(service({ KINORA_CONFIG: 'other.json' }).current().limits.prompt_chars).toBe(7);
  });

  it('names the reason when a file cannot be read', () => {
    expect(() => service({ KINORA_CONFIG: folder })).toThrow(/EISDIR/);
  });
});
