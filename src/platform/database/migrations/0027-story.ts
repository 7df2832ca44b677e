import {
  type MigrationInterface,
  type QueryRunner,
  Table,
  TableIndex,
  type TableIndexOptions,
} from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });
const integer = (name: string, isNullable = false) => ({ name, type: 'bigint', isNullable });
const number = (name: string, isNullable = false) => ({
  name,
  type: 'double precision',
  isNullable,
});
const flag = (name: string) => ({ name, type: 'boolean' });
const id = { ...text('id'), isPrimary: true };

/** Projects with their scenes, shots, takes, generations and renders. */
export class Story0027 implements MigrationInterface {
  readonly name = 'Story0000000000027';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of [PROJECTS, SCENES, SHOTS, TAKES, GENERATIONS, RENDERS])
      await runner.createTable(new Table(table));
    for (const [table, index] of OPEN_INDICES)
      await runner.createIndex(table, new TableIndex(index));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of [RENDERS, GENERATIONS, TAKES, SHOTS, SCENES, PROJECTS])
      await runner.dropTable(name);
  }
}

const PROJECTS = {
  name: 'projects',
  columns: [
    id,
    text('owner_id', true),
    text('title'),
    text('description'),
    text('aspect_ratio'),
    integer('duration_seconds', true),
    text('status'),
    text('characters'),
    text('narrator_voice', true),
    text('metadata'),
    text('created_at'),
    text('updated_at'),
  ],
  indices: [
    { name: 'projects_by_time', columnNames: ['created_at', 'id'] },
    { name: 'projects_by_owner', columnNames: ['owner_id', 'created_at', 'id'] },
  ],
};

const SCENES = {
  name: 'scenes',
  columns: [
    id,
    text('project_id'),
    integer('scene_number'),
    text('title'),
    text('setting'),
    text('weather'),
    text('summary'),
    text('location'),
    text('time_of_day'),
    text('characters'),
    text('metadata'),
    text('created_at'),
    text('updated_at'),
  ],
  indices: [
    { name: 'scenes_by_number', columnNames: ['project_id', 'scene_number'], isUnique: true },
  ],
};

const SHOTS = {
  name: 'shots',
  columns: [
    id,
    text('project_id'),
    text('scene_id'),
    integer('shot_number'),
    text('title'),
    text('description'),
    text('lines'),
    text('subtitle'),
    text('image_prompt'),
    text('motion_prompt'),
    text('camera'),
    text('characters'),
    number('duration_seconds'),
    text('timing'),
    text('start_from'),
    text('end_image', true),
    flag('locked'),
    text('clip_audio'),
    text('image', true),
    text('video', true),
    text('speech', true),
    text('image_take', true),
    text('video_take', true),
    text('speech_take', true),
    text('metadata'),
    text('created_at'),
    text('updated_at'),
  ],
  indices: [
    { name: 'shots_by_number', columnNames: ['scene_id', 'shot_number'], isUnique: true },
    { name: 'shots_by_project', columnNames: ['project_id'] },
  ],
};

const TAKES = {
  name: 'takes',
  columns: [
    id,
    text('project_id'),
    text('shot_id'),
    text('kind'),
    text('generation_id', true),
    integer('position', true),
    text('after'),
    text('status'),
    text('prompt_id', true),
    text('fields'),
    text('request', true),
    text('sources'),
    text('path', true),
    number('duration', true),
    text('line_seconds', true),
    text('error', true),
    text('verdict', true),
    text('reason'),
    text('ingredients'),
    text('replaces', true),
    text('chosen_at', true),
    text('created_at'),
    text('finished_at', true),
  ],
  indices: [
    { name: 'takes_by_shot', columnNames: ['shot_id', 'created_at', 'id'] },
    { name: 'takes_by_project', columnNames: ['project_id'] },
    {
      name: 'takes_by_generation',
      columnNames: ['generation_id', 'position'],
      isUnique: true,
    },
    { name: 'takes_by_job', columnNames: ['prompt_id'], isUnique: true },
  ],
};

const GENERATIONS = {
  name: 'generations',
  columns: [
    id,
    text('project_id'),
    text('owner_id', true),
    text('kind'),
    text('status'),
    text('reason', true),
    flag('is_cancelling'),
    integer('total'),
    text('skipped'),
    number('expected_seconds', true),
    text('created_at'),
    text('finished_at', true),
  ],
  indices: [{ name: 'generations_by_project', columnNames: ['project_id', 'created_at', 'id'] }],
};

const RENDERS = {
  name: 'renders',
  columns: [
    id,
    text('project_id'),
    text('owner_id', true),
    text('status'),
    text('settings'),
    text('film'),
    integer('attempts'),
    integer('frames_done'),
    integer('frames_total'),
    text('log'),
    text('path', true),
    text('poster', true),
    text('error', true),
    text('created_at'),
    text('started_at', true),
    text('finished_at', true),
  ],
  indices: [{ name: 'renders_by_project', columnNames: ['project_id', 'created_at', 'id'] }],
};

/** What the workers look for: a few rows among all that ever were. */
const OPEN_INDICES: [string, TableIndexOptions][] = [
  [
    'takes',
    {
      name: 'takes_open',
      columnNames: ['shot_id'],
      where: "status IN ('waiting', 'queued', 'running')",
    },
  ],
  [
    'generations',
    {
      name: 'generations_open',
      columnNames: ['owner_id'],
      where: "status = 'running' OR is_cancelling",
    },
  ],
  [
    'renders',
    {
      name: 'renders_open',
      columnNames: ['owner_id'],
      where: "status IN ('queued', 'running')",
    },
  ],
];
