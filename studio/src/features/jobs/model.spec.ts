import { isBatchId } from '../../api/ids';
import type { JobSummary } from '../../api/types';
import {
  castLines,
  isFiltered,
  listEntries,
  nodeErrorLines,
  readJobsSearch,
  runSeconds,
  runValues,
  settingEntries,
  smallPictureOf,
  statusesOf,
  timelineSteps,
  unfinishedJobs,
  valueText,
} from './model';

const WORDS = {
  running: 'Running',
  away: 'Node is away',
  queued: 'Queued',
};
const NOW = new Date(2026, 2, 12, 12);

const jobOf = (prompt_id: string, fields: Partial<JobSummary> = {}): JobSummary =>
  ({
    prompt_id,
    status: 'completed',
    created_at: NOW.toISOString(),
    ...fields,
  }) as JobSummary;

const daysAgo = (days: number) => new Date(2026, 2, 12 - days, 9).toISOString();

describe('isBatchId', () => {
  it.each([
    ['bat_5kZ2rT9uQw1x', true],
    ['gen_3eD4cV5fR6tG7bHn', false],
    ['', false],
  ])('of %j is %s', (id, expected) => expect(isBatchId(id)).toBe(expected));
});

describe('readJobsSearch', () => {
  it.each([
    [
      { status: 'failed', q: 'fox' },
      { status: 'failed', q: 'fox' },
    ],
    [{ status: 'lost', workflow: '' }, {}],
    [{ q: 42 }, { q: '42' }],
    [{ job: 'a', unknown: 'x' }, { job: 'a' }],
  ])('reads %j as %j', (raw, search) => {
    expect(readJobsSearch(raw)).toEqual(search);
  });
});

describe('runValues', () => {
  it('names what differs by job, but not prompts and not runs that have no job yet', () => {
    const runs = [
      { prompt_id: 'a', values: { steps: 15, prompt: 'a fox', lora: null } },
      { prompt_id: 'b', values: { prompt: 'an owl' } },
      { prompt_id: null, values: { steps: 30 } },
    ];
    const labels: Readonly<Record<string, string>> = { steps: 'Steps' };
    expect([...runValues(runs, (name) => labels[name] ?? name)]).toEqual([
      ['a', 'Steps 15 · lora –'],
      ['b', ''],
    ]);
  });
});

describe('isFiltered', () => {
  it.each([
    [{}, false],
    [{ job: 'a' }, false],
    [{ q: 'fox' }, true],
    [{ status: 'failed' as const }, true],
  ])('says for %j %s', (search, answer) => {
    expect(isFiltered(search)).toBe(answer);
  });
});

describe('statusesOf', () => {
  it.each([
    [undefined, ['running', 'queued'], ['completed', 'failed', 'cancelled']],
    ['queued' as const, ['queued'], []],
    ['failed' as const, [], ['failed']],
  ])('asks for %s in two lists', (status, unfinished, ended) => {
    expect(statusesOf(status)).toEqual({ unfinished, ended });
  });
});

describe('listEntries', () => {
  const keysOf = (unfinished: JobSummary[], ended: JobSummary[]) =>
    listEntries({ jobs: unfinished, more: { running: 0, queued: 0 } }, ended, WORDS, NOW).map(
      (entry) => (entry.kind === 'label' ? `[${entry.text}]` : entry.key),
    );

  it('shows what runs first, then what waits in its order, then the days', () => {
    const unfinished = [
      jobOf('busy', { status: 'running' }),
      jobOf('sooner', { status: 'queued' }),
      jobOf('later', { status: 'queued' }),
    ];
    const ended = [
      jobOf('a'),
      jobOf('b'),
      jobOf('c', { created_at: daysAgo(1) }),
      jobOf('d', { created_at: daysAgo(3) }),
      jobOf('e', { created_at: daysAgo(40) }),
    ];
    expect(keysOf(unfinished, ended)).toEqual([
      '[Running]',
      'busy',
      '[Queued]',
      'sooner',
      'later',
      '[Today]',
      'a',
      'b',
      '[Yesterday]',
      'c',
      '[Monday]',
      'd',
      '[Jan 31]',
      'e',
    ]);
  });

  it('counts what is not listed, and says so', () => {
    const jobs = [jobOf('busy', { status: 'running' }), jobOf('next', { status: 'queued' })];
    expect(listEntries({ jobs, more: { running: 2, queued: 14 } }, [], WORDS, NOW)).toMatchObject([
      { kind: 'label', key: 'running', count: 3 },
      { kind: 'job', key: 'busy' },
      { kind: 'more', count: 2 },
      { kind: 'label', key: 'queued', count: 15 },
      { kind: 'job', key: 'next' },
      { kind: 'more', count: 14 },
    ]);
  });

  it('shows apart what would run if its node were not away', () => {
    const lost = jobOf('lost', { status: 'running', node_unreachable: true });
    const waits = jobOf('waits', { status: 'queued', node_unreachable: true });
    const busy = jobOf('busy', { status: 'running' });
    expect(keysOf([waits, lost, busy], [])).toEqual([
      '[Running]',
      'busy',
      '[Node is away]',
      'lost',
      '[Queued]',
      'waits',
    ]);
  });

  it('keeps a job that has just ended, once', () => {
    const ended = jobOf('a', { status: 'failed' });
    expect(keysOf([ended], [])).toEqual(['[Today]', 'a']);
    expect(keysOf([ended], [ended])).toEqual(['[Today]', 'a']);
  });

  it('puts a job that has just ended on its day', () => {
    const late = jobOf('late', { created_at: daysAgo(1) });
    const history = [jobOf('a'), jobOf('b', { created_at: daysAgo(2) })];
    expect(keysOf([late], history)).toEqual([
      '[Today]',
      'a',
      '[Yesterday]',
      'late',
      '[Tuesday]',
      'b',
    ]);
  });

  it('shows a job once that the history has already', () => {
    expect(keysOf([jobOf('a', { status: 'running' })], [jobOf('a')])).toEqual(['[Running]', 'a']);
  });
});

describe('unfinishedJobs', () => {
  it('has a job once that both lists have, and says how many are not listed', () => {
    const started = jobOf('started', { status: 'running' });
    const next = jobOf('next', { status: 'queued' });
    const running = { items: [started], total: 1 };
    const queued = { items: [started, next], total: 15 };
    expect(unfinishedJobs(running, queued)).toEqual({
      jobs: [started, next],
      more: { running: 0, queued: 13 },
    });
    expect(unfinishedJobs(undefined, undefined)).toEqual({
      jobs: [],
      more: { running: 0, queued: 0 },
    });
  });
});

describe('runSeconds', () => {
  it.each([
    [null, null, null],
    ['2026-03-12T10:00:00Z', null, 30],
    ['2026-03-12T10:00:00Z', '2026-03-12T10:00:05Z', 5],
  ])('from %s to %s is %s', (started_at, finished_at, seconds) => {
    expect(runSeconds({ started_at, finished_at }, Date.parse('2026-03-12T10:00:30Z'))).toBe(
      seconds,
    );
  });
});

describe('smallPictureOf', () => {
  const output = {
    type: 'image' as const,
    filename: 'a.png',
    subfolder: '',
    folder_type: 'output' as const,
    url: '/media/a.png',
    path: 'a.png',
    thumbnail_url: '/media/a.png?thumbnail=512',
  };

  it('takes the smallest thumbnail of the first result', () => {
    expect(smallPictureOf({ outputs: [output] })).toBe('/media/a.png?thumbnail=256');
  });

  it('prefers results to previews, and passes over deleted ones', () => {
    const preview = { ...output, folder_type: 'temp' as const, path: 'temp.png' };
    expect(smallPictureOf({ outputs: [preview, output] })).toBe('/media/a.png?thumbnail=256');
    expect(smallPictureOf({ outputs: [{ ...output, missing: true }] })).toBeUndefined();
  });
});

describe('timelineSteps', () => {
  it('says how long each step took', () => {
    const at = (second: number) => new Date(Date.UTC(2026, 2, 12, 10, 0, second)).toISOString();
    const entry = { attempt: 1, provider: 'simulator' };
    const steps = timelineSteps([
      { ...entry, phase: 'waiting', at: at(0) },
      { ...entry, phase: 'running', at: at(4) },
      { ...entry, phase: 'completed', at: at(9) },
    ]);
    expect(steps.map(({ seconds }) => seconds)).toEqual([4, 5, null]);
  });
});

describe('valueText', () => {
  it.each([
    [null, '–'],
    ['euler', 'euler'],
    [4, '4'],
    [false, 'false'],
    [[{ name: 'a' }], '[{"name":"a"}]'],
  ])('writes %j as %s', (value, text) => {
    expect(valueText(value)).toBe(text);
  });
});

describe('nodeErrorLines', () => {
  it('reads what ComfyUI answers', () => {
    const errors = {
      sampler: {
        class_type: 'KSampler',
        errors: [{ message: 'Value not in list', details: "sampler_name: 'eulr'" }],
      },
    };
    expect(nodeErrorLines(errors)).toEqual([
      { id: 'sampler', title: 'KSampler', lines: ["Value not in list: sampler_name: 'eulr'"] },
    ]);
  });

  it('shows anything else as it came', () => {
    expect(nodeErrorLines({ a: 'broken' })).toEqual([{ id: 'a', title: '', lines: ['broken'] }]);
  });
});

describe('settingEntries', () => {
  it('leaves out what has a place of its own', () => {
    const settings = { prompt: 'a fox', steps: 20, characters: {} };
    expect(settingEntries(settings)).toEqual([['steps', 20]]);
    expect(settingEntries(null)).toEqual([]);
  });
});

describe('castLines', () => {
  const words = {
    castUsed: (name: string, slot: string) => `${name} as ${slot}`,
    castLora: (name: string, lora: string) => `${name} with ${lora}`,
  };

  it('says what was used, and why not, each once', () => {
    const characters = {
      references: [
        { character: 'mara', slot: 'image', used: true },
        { character: 'jonas', slot: null, used: false, why_not: 'It takes one picture.' },
      ],
      loras: [{ character: 'mara', name: 'mara.safetensors' }],
      not_applied: [
        { character: 'mara', why_not: 'No such file.' },
        { character: 'mara', why_not: 'No such file.' },
      ],
    };
    expect(castLines(characters, new Map([['mara', 'Mara']]), words)).toEqual([
      'Mara as image',
      'jonas: It takes one picture.',
      'Mara with mara.safetensors',
      'Mara: No such file.',
    ]);
  });

  it.each([undefined, null, [], { references: 'x' }])('reads %j as nothing', (characters) => {
    expect(castLines(characters, new Map(), words)).toEqual([]);
  });
});
