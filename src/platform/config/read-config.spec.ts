import type { AppConfig } from './app-config';
import type { ConfigProblem } from './config-file';
import { readConfig } from './read-config';

function reading(content: unknown, variables: Record<string, string> = {}) {
  const text = typeof content === 'string' || content === null ? content : JSON.stringify(content);
  return readConfig({ content: text, variables, folder: '/home/kinora', workingFolder: '/cwd' });
}

function config(content: unknown, variables: Record<string, string> = {}): AppConfig {
  const read = reading(content, variables);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.config;
}

function problems(
  content: unknown,
  variables: Record<string, string> = {},
): readonly ConfigProblem[] {
  const read = reading(content, variables);
  return read.ok ? [] : read.problems;
}

describe('readConfig', () => {
  it('fills in every default', () => {
    expect(config(null)).toEqual(config({}));
    expect(config(null)).toEqual({
      server: {
        host: '127.0.0.1',
        port: 8190,
        public_url: null,
        allowed_hosts: [],
        cors_origins: [],
        trusted_proxies: [],
        sendfile_header: null,
      },
      data_dir: '/home/kinora/data',
      database: { url: 'sqlite:/home/kinora/data/kinora.sqlite' },
      security: { require_api_key: false, allow_node_files: false },
      providers: [
        {
          id: 'simulator',
          kind: 'simulator',
          base_url: null,
          name: 'simulator',
          roles: ['image', 'video'],
          headers: {},
          default: true,
          step_ms: 30,
        },
      ],
      limits: {
        body_bytes: 4_194_304,
        upload_bytes: 536_870_912,
        output_bytes: 4_294_967_296,
        owner_bytes: null,
        prompt_chars: 20_000,
        array_items: 1000,
        pixels: 100_000_000,
        min_free_bytes: 268_435_456,
        streams_per_caller: 8,
        waits_per_caller: 16,
      },
      jobs: {
        handed_over_per_node: 2,
        batch_in_flight: 8,
        max_attempts: 3,
        submit_wait_ms: 5000,
        submit_timeout_ms: 60_000,
        run_timeout: 86_400,
        lost_grace_ms: 10_000,
        poll_interval_ms: 1000,
        stale_read_ms: 2000,
        auto_away_ms: 30_000,
        move_after_ms: 120_000,
        provider_removed_after: 86_400,
      },
      media: { strip_metadata: true, trash_days: 30, retention: [] },
      speech: {
        elevenlabs: {
          base_url: 'https://api.elevenlabs.io',
          model: 'eleven_multilingual_v2',
          api_key: null,
        },
        openai: { base_url: null, model: 'gpt-4o-mini-tts', voices: [], api_key: null },
        timeout_ms: 120_000,
      },
      training: {
        base_url: null,
        root: null,
        lora_dir: null,
        gpu_ids: '0',
        max_runs_per_owner: 2,
        poll_interval_ms: 3000,
        token: null,
      },
      chat: { base_url: null, model: null, api_key: null, timeout_ms: 60_000 },
      webhooks: {
        allow_private: false,
        timeout_ms: 10_000,
        retry_pauses_ms: [
          ...[5_000, 300_000, 1_500_000, 5_400_000, 10_800_000],
          ...[18_000_000, 14_400_000, 21_600_000, 14_400_000],
        ],
      },
      log: { level: 'info' },
    });
  });

  it('fills in the other fields of a node from its id and address', () => {
    const nodes = [{ id: 'gpu', kind: 'comfyui', base_url: 'http://10.0.0.5:8188/' }];
    expect(config({ providers: nodes }).providers).toEqual([
      expect.objectContaining({
        id: 'gpu',
        name: 'gpu',
        base_url: 'http://10.0.0.5:8188',
        default: true,
      }),
    ]);
  });

  it('keeps the configured default node', () => {
    const node = { kind: 'simulator' };
    const providers = [
      { id: 'a', ...node },
      { id: 'b', default: true, ...node },
    ];
    expect(config({ providers }).providers.map((one) => one.default)).toEqual([false, true]);
  });

  it('fills in what a retention rule leaves out, but not its age', () => {
    const media = { retention: [{ older_than_days: 90 }] };
    expect(config({ media }).media.retention).toEqual([
      { older_than_days: 90, type: null, source: null, unrated: true, not_favourite: true },
    ]);
    expect(problems({ media: { retention: [{ type: 'image' }] } })).toMatchObject([
      { field: 'media.retention[0]', message: expect.stringMatching(/^write a rule with its age/) },
    ]);
  });

  it('makes the folders of training absolute, and takes its token from the environment only', () => {
    const training = { base_url: 'http://gpu:8675/', root: 'toolkit', lora_dir: '/models/loras' };
    expect(config({ training }, { KINORA_TRAINING_TOKEN: 's3cret' }).training).toMatchObject({
      base_url: 'http://gpu:8675',
      root: '/home/kinora/toolkit',
      lora_dir: '/models/loras',
      token: 's3cret',
    });
    const wrong = { token: 's3cret', gpu_ids: 'all' };
    expect(problems({ training: wrong }).map(({ field }) => field)).toEqual([
      'training.token',
      'training.gpu_ids',
    ]);
  });

  it('replaces environment variables in texts', () => {
    const headers = { Authorization: 'Bearer ${TOKEN}', Literal: '$${TOKEN}' };
    const providers = [{ id: 'a', base_url: 'http://${HOST}:8188', headers }];
    expect(config({ providers }, { TOKEN: 's3cret', HOST: 'node' }).providers[0]).toMatchObject({
      base_url: 'http://node:8188',
      headers: { Authorization: 'Bearer s3cret', Literal: '${TOKEN}' },
    });
  });

  it('takes the keys of speech servers from the environment only', () => {
    const variables = { KINORA_ELEVENLABS_API_KEY: 'e-key', KINORA_OPENAI_API_KEY: 'o-key' };
    const speech = {
      elevenlabs: { base_url: 'http://127.0.0.1:9/' },
      openai: { base_url: 'http://127.0.0.1:8/v1/' },
    };
    expect(config({ speech }, variables).speech).toMatchObject({
      elevenlabs: { base_url: 'http://127.0.0.1:9', api_key: 'e-key' },
      openai: { base_url: 'http://127.0.0.1:8', api_key: 'o-key' },
    });
    expect(problems({ speech: { openai: { api_key: '${KEY}' } } }, { KEY: 's' })).toMatchObject([
      { field: 'speech.openai.api_key', message: expect.stringContaining('no such field') },
    ]);
    expect(problems({}, { KINORA_OPENAI_API_KEY: 'two\nlines' })).toMatchObject([
      { field: 'KINORA_OPENAI_API_KEY' },
    ]);
  });

  it('prefers the environment to the file', () => {
    const file = { server: { host: '0.0.0.0', port: 1 }, data_dir: 'x', log: { level: 'warn' } };
    const variables = {
      KINORA_HOST: '::1',
      KINORA_PORT: '0',
      KINORA_DATA_DIR: 'mine',
      KINORA_DATABASE_URL: 'postgres://u:p@h/d',
      KINORA_LOG_LEVEL: 'debug',
    };
    expect(config(file, variables)).toMatchObject({
      server: { host: '::1', port: 0 },
      data_dir: '/cwd/mine',
      database: { url: 'postgres://u:p@h/d' },
      log: { level: 'debug' },
    });
    const empty = Object.fromEntries(Object.keys(variables).map((name) => [name, '']));
    expect(config(file, empty).server).toMatchObject({ host: '0.0.0.0', port: 1 });
  });

  it.each([
    ['sqlite:db/a.sqlite', 'sqlite:/home/kinora/db/a.sqlite'],
    ['sqlite:/var/a.sqlite', 'sqlite:/var/a.sqlite'],
    ['postgresql://h/d', 'postgresql://h/d'],
  ])('database %s', (url, expected) => {
    expect(config({ database: { url } }).database.url).toBe(expected);
  });

  it('names line and field of every problem at once', () => {
    const text = `{
  "server": { "prot": 1,
    "port": "8190" },
  "providers": [
    { "id": "auto", "kind": "simulator" },
    { "id": "a",
      "base_url": "ftp://x" }
  ],
  "chat": { "api_key": "\${NO_SUCH}" }
}`;
    const at = problems(text).map(({ line, field }) => [line, field]);
    expect(at).toEqual(
      expect.arrayContaining([
        [2, 'server.prot'],
        [3, 'server.port'],
        [5, 'providers[0].id'],
        [7, 'providers[1].base_url'],
        [9, 'chat.api_key'],
      ]),
    );
    expect(at).toHaveLength(5);
  });

  it.each([
    [{ sever: {} }, 'sever', 'there is no such field'],
    [{ server: [] }, 'server', 'write an object'],
    [{ server: { port: 1.5 } }, 'server.port', 'write a whole number from 0 to 65535'],
    [{ server: { port: 70_000 } }, 'server.port', 'write a whole number'],
    [{ server: { host: 'a b' } }, 'server.host', 'write a host name'],
    [{ server: { cors_origins: ['https://a/b'] } }, 'server.cors_origins[0]', 'write an origin'],
    [{ server: { cors_origins: ['null'] } }, 'server.cors_origins[0]', 'remove "null"'],
    [{ server: { cors_origins: ['*'] } }, 'server.cors_origins[0]', 'write an origin'],
    [{ server: { trusted_proxies: ['10.0.0.0/64'] } }, 'server.trusted_proxies[0]', 'write an IP'],
    [{ server: { sendfile_header: 'X-Send' } }, 'server.sendfile_header', 'write one of X-Accel'],
    [{ server: { allowed_hosts: 'a' } }, 'server.allowed_hosts', 'write a list'],
    [{ security: { require_api_key: 'yes' } }, 'security.require_api_key', 'write true or false'],
    [{ security: { require_api_key: null } }, 'security.require_api_key', 'write true or false'],
    [{ data_dir: '' }, 'data_dir', 'write at least one character'],
    [{ database: { url: 'mysql://x' } }, 'database.url', 'write sqlite:'],
    [{ log: { level: 'loud' } }, 'log.level', 'write one of fatal'],
    [{ providers: [{ kind: 'simulator' }] }, 'providers[0].id', 'give each provider an id'],
    [{ providers: [{ id: 'a' }] }, 'providers[0].base_url', 'write the address of the node'],
    [{ providers: [{ id: 'a', roles: ['sound'] }] }, 'providers[0].roles[0]', 'write one of image'],
    [{ chat: { api_key: '' } }, 'chat.api_key', 'write at least one character'],
    [{ chat: { api_key: 'a\nb' } }, 'chat.api_key', 'write one line of plain characters'],
    [
      { providers: [{ id: 'a', base_url: 'http://u:p@h' }] },
      'providers[0].base_url',
      'remove the user and the password',
    ],
    [
      { providers: [{ id: 'a', kind: 'simulator', headers: { 'Content-Length': '1' } }] },
      'providers[0].headers.Content-Length',
      "can't be sent",
    ],
    [
      { providers: [{ id: 'a', kind: 'simulator', headers: { X: 'a\nb' } }] },
      'providers[0].headers.X',
      'write one line',
    ],
    [
      {
        providers: [
          { id: 'a', kind: 'simulator' },
          { id: 'a', kind: 'simulator' },
        ],
      },
      'providers[1].id',
      'ids must differ',
    ],
    [
      {
        providers: [
          { id: 'a', kind: 'simulator', default: true },
          { id: 'b', kind: 'simulator', default: true },
        ],
      },
      'providers[1].default',
      'only one may be',
    ],
  ])('%j', (content, field, message) => {
    expect(problems(content)).toEqual([
      expect.objectContaining({ field, message: expect.stringContaining(message) as string }),
    ]);
  });

  it('names the environment variable of an invalid value', () => {
    expect(problems({}, { KINORA_PORT: 'eighty' })).toEqual([
      { line: 0, field: 'KINORA_PORT', message: 'set a port from 0 to 65535' },
    ]);
  });

  it('never repeats a value in a message', () => {
    const content = {
      providers: [
        { id: 's3cret!', kind: 's3cret', base_url: 's3cret', headers: { X: 's3cret\n' } },
      ],
      chat: { base_url: '${S3CRET}' },
    };
    const found = JSON.stringify(problems(content, { S3CRET: 's3cret' }));
    expect(found).not.toContain('s3cret');
  });
});
