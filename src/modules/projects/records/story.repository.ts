import { Injectable } from '@nestjs/common';
import type { EntityManager, EntityTarget } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { ownedBy } from '../../../platform/access/scope';
import { ReadConnection } from '../../../platform/database/read-connection';
import {
  acquireTransactionLock,
  type Transaction,
  WriteGate,
} from '../../../platform/database/write-gate';
import { groupBy } from '../../../platform/group-by';
import type { Neighbours, ShotInScene, StoryTree } from '../tree/story-tree';
import { ProjectEntity, type ProjectRow } from './project.entity';
import { SceneEntity, type SceneRow } from './scene.entity';
import { ShotEntity, type ShotRow } from './shot.entity';

/** How long the texts of a project are, in characters. */
export interface TextLength {
  /** Lines and subtitles together. */
  readonly captions: number;
  readonly all: number;
}

/** Columns of shots that captions are made of; the other long texts follow. */
const CAPTION_COLUMNS = ['lines', 'subtitle'];
const SHOT_TEXTS = ['title', 'description', 'image_prompt', 'motion_prompt', 'camera', 'metadata'];
/** The long texts of scenes. */
const SCENE_TEXTS = ['title', 'summary', 'location', 'metadata'];

/** Reads the tree of projects, scenes and shots. Inside a transaction pass it as `source`. */
@Injectable()
export class StoryRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
  ) {}

  /** Runs `work` in a transaction during which nothing else changes the project or anything in it. */
  async locked<T>(projectId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.gate.run(async (tx) => {
      await acquireTransactionLock(tx, `project ${projectId}`);
      return work(tx);
    });
  }

  /** `null` also for a project that the caller may not see. */
  async project(caller: Caller, id: string, source = this.reader): Promise<ProjectRow | null> {
    return source.findOneBy(ProjectEntity, { id, ...ownedBy(caller) });
  }

  /** Without a check of the caller's rights: for background work. */
  async projectById(id: string, source = this.reader): Promise<ProjectRow | null> {
    return source.findOneBy(ProjectEntity, { id });
  }

  async scene(projectId: string, id: string, source = this.reader): Promise<SceneRow | null> {
    return source.findOneBy(SceneEntity, { id, project_id: projectId });
  }

  async shot(scene: SceneRow, id: string, source = this.reader): Promise<ShotRow | null> {
    return source.findOneBy(ShotEntity, {
      id,
      scene_id: scene.id,
      project_id: scene.project_id,
    });
  }

  /** Without a check of the caller's rights: for background work. */
  async shotById(id: string, source = this.reader): Promise<ShotRow | null> {
    return source.findOneBy(ShotEntity, { id });
  }

  /** A shot with its scene and project. Checks no rights. */
  async shotInScene(id: string): Promise<ShotInScene | null> {
    const shot = await this.shotById(id);
    if (!shot) return null;
    const scene = await this.scene(shot.project_id, shot.scene_id);
    const project = await this.projectById(shot.project_id);
    return scene && project && { project, scene, shot };
  }

  /** The neighbours of a shot in the order of the film. Two statements. */
  async neighbours({ scene, shot }: ShotInScene): Promise<Neighbours> {
    const beside = (comparison: '<' | '>', order: 'ASC' | 'DESC'): Promise<ShotRow | null> =>
      this.reader
        .createQueryBuilder(ShotEntity, 'shot')
        .innerJoin(SceneEntity, 'scene', 'scene.id = shot.scene_id')
        .where('shot.project_id = :project', { project: shot.project_id })
        .andWhere(`(scene.scene_number, shot.shot_number) ${comparison} (:scene, :shot)`, {
          scene: scene.scene_number,
          shot: shot.shot_number,
        })
        .orderBy('scene.scene_number', order)
        .addOrderBy('shot.shot_number', order)
        .limit(1)
        .getOne();
    return { previous: await beside('<', 'DESC'), next: await beside('>', 'ASC') };
  }

  /** The project with its scenes and shots, both by number. Two statements. */
  async tree(project: ProjectRow, source = this.reader): Promise<StoryTree> {
    const where = { project_id: project.id };
    const scenes = await source.find(SceneEntity, { where, order: { scene_number: 'ASC' } });
    const shots = await source.find(ShotEntity, { where, order: { shot_number: 'ASC' } });
    const byScene = groupBy(shots, ({ scene_id }) => scene_id);
    return {
      project,
      scenes: scenes.map((scene) => ({ scene, shots: byScene.get(scene.id) ?? [] })),
    };
  }

  /** How many characters the scenes and shots of a project have. Three statements. */
  async textLength(tx: Transaction, project_id: string): Promise<TextLength> {
    const sum = async (
      entity: EntityTarget<SceneEntity | ShotEntity>,
      columns: readonly string[],
    ): Promise<number> => {
      const lengths = columns.map((column) => `LENGTH(one.${column})`).join(' + ');
      const row = await tx
        .createQueryBuilder(entity, 'one')
        .select(`SUM(${lengths})`, 'length')
        .where({ project_id })
        .getRawOne<{ length: string | number | null }>();
      return Number(row?.length ?? 0);
    };
    const captions = await sum(ShotEntity, CAPTION_COLUMNS);
    const scenes = await sum(SceneEntity, SCENE_TEXTS);
    return { captions, all: captions + scenes + (await sum(ShotEntity, SHOT_TEXTS)) };
  }

  private get reader(): EntityManager {
    return this.read.manager;
  }
}
