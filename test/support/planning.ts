import { NEVER } from 'rxjs';
import type { Caller } from '../../src/platform/access/caller';
import { Ids } from '../../src/platform/clock/clock';
import type { ConfigService } from '../../src/platform/config/config.service';
import {
  CharacterReader,
  type CharacterTraits,
} from '../../src/modules/characters/public/character-reader';
import { BoundCharactersService } from '../../src/modules/generation/characters/bound-characters.service';
import { InputFilesService } from '../../src/modules/generation/inputs/input-files.service';
import { NodeChooserService } from '../../src/modules/generation/nodes/node-chooser.service';
import { NodeQueuesService } from '../../src/modules/generation/nodes/node-queues.service';
import { LatestLoras } from '../../src/modules/generation/public/latest-loras';
import { PlannerService } from '../../src/modules/generation/plan/planner.service';
import { RequestReaderService } from '../../src/modules/generation/request/request-reader.service';
import type { StagingKeyStore } from '../../src/modules/generation/inputs/staging-key.store';
import { JobReader } from '../../src/modules/jobs/public/job-reader';
import type { JobsAhead } from '../../src/modules/jobs/public/jobs-ahead';
import { type MediaFile, MediaReader } from '../../src/modules/media/public/media-reader';
import type { ObjectInfo } from '../../src/modules/providers/public/comfy-types';
import type { NodeAccess } from '../../src/modules/providers/public/node-access';
import {
  ProviderDirectory,
  type ProviderState,
} from '../../src/modules/providers/public/provider-directory';
import { type RunKind, RunTimes } from '../../src/modules/workflows/public/run-times';
import type { WorkflowCatalogue } from '../../src/modules/workflows/public/workflow';
import { builtinCatalogue, stockedObjectInfo } from './workflow-fixtures';

/** A node for the planner. */
export interface PlannedNode extends Partial<ProviderState> {
  /** Its cached node classes; null when it was never reached. */
  known?: ObjectInfo | null;
  /** Its node classes when they are fetched again; default `known`. */
  fetched?: ObjectInfo;
  waiting?: number;
  runSeconds?: number;
}

/** The data around a planner, which tests change before planning. */
export interface PlanningSetup {
  readonly catalogue: WorkflowCatalogue;
  /** The node classes of a node that has everything the builtin workflows need. */
  readonly stocked: ObjectInfo;
  nodes: Record<string, PlannedNode>;
  /** Media by path; `owner` undefined: readable by every caller. */
  media: Record<string, Partial<MediaFile> & { owner?: string }>;
  allowNodeFiles: boolean;
  /** By id. */
  characters: Record<string, Partial<CharacterTraits>>;
  /** The ids of each lookup of characters, in order. */
  readonly characterLookups: (readonly string[])[];
  /** Run classes whose run time was looked up, in order. */
  readonly lookedUpRunClasses: (string | null)[];
  /** Nodes whose node classes were fetched again, in order. */
  readonly fetchedFrom: string[];
}

/** A setup with one idle online node that has everything the builtin workflows need. */
export async function newPlanningSetup(): Promise<PlanningSetup> {
  const catalogue = await builtinCatalogue();
  const stocked = stockedObjectInfo(catalogue.list());
  const nodes = { gpu: { known: stocked, is_default: true } };
  return {
    catalogue,
    stocked,
    nodes,
    media: {},
    allowNodeFiles: false,
    characters: {},
    characterLookups: [],
    lookedUpRunClasses: [],
    fetchedFrom: [],
  };
}

/** The real planner and its services with data in memory. */
export function plannerIn(setup: PlanningSetup): PlannerService {
  const config = {
    current: () => ({
      limits: { prompt_chars: 20_000, array_items: 1000 },
      security: { allow_node_files: setup.allowNodeFiles },
    }),
  } as unknown as ConfigService;
  const keys = { key: () => Promise.resolve('k'.repeat(43)) } as unknown as StagingKeyStore;
  const media = new SetupMedia(setup);
  return new PlannerService(
    new RequestReaderService(setup.catalogue, config),
    chooserIn(setup),
    new BoundCharactersService(new SetupCharacters(setup), media),
    new InputFilesService(media, keys, config),
    new LatestLoras(),
    new CountedIds(),
  );
}

export function chooserIn(setup: PlanningSetup): NodeChooserService {
  const nodes = {
    cachedClasses: (id: string) => setup.nodes[id]?.known ?? null,
    currentClasses: (id: string) => {
      setup.fetchedFrom.push(id);
      const node = setup.nodes[id];
      const answer = node?.fetched ?? node?.known;
      return answer ? Promise.resolve(answer) : Promise.reject(new Error('unreachable'));
    },
  } as unknown as NodeAccess;
  return new NodeChooserService(new SetupNodes(setup), nodes, queuesIn(setup));
}

/** The queues of the nodes of a setup. */
function queuesIn(setup: PlanningSetup): NodeQueuesService {
  return new NodeQueuesService(new SetupJobs(setup), new SetupTimes(setup));
}

export class SetupNodes extends ProviderDirectory {
  readonly changes = NEVER;

  constructor(private readonly setup: PlanningSetup) {
    super();
  }

  list(): readonly ProviderState[] {
    return Object.entries(this.setup.nodes).map(([id, node]) => stateOf(id, node));
  }
  get(id: string): ProviderState | undefined {
    return this.list().find((state) => state.id === id);
  }
  defaultProvider(): ProviderState | undefined {
    return this.list()[0];
  }
}

/** Workflow of the jobs in front. */
const IN_FRONT = 'in front';

class SetupJobs extends JobReader {
  constructor(private readonly setup: PlanningSetup) {
    super();
  }

  storedRequest(): Promise<null> {
    return Promise.resolve(null);
  }
  ahead(): Promise<ReadonlyMap<string, JobsAhead>> {
    const nodes = Object.entries(this.setup.nodes);
    const inFront = (count = 0): JobsAhead => ({
      count,
      kinds: [{ workflow: IN_FRONT, runClass: null, jobs: count }],
    });
    return Promise.resolve(new Map(nodes.map(([id, node]) => [id, inFront(node.waiting)])));
  }
  countUnfinished(): Promise<number> {
    return Promise.resolve(0);
  }
  ownPrompts(): Promise<ReadonlySet<string>> {
    return Promise.resolve(new Set());
  }
}

class SetupTimes extends RunTimes {
  constructor(private readonly setup: PlanningSetup) {
    super();
  }

  record(): Promise<void> {
    return Promise.resolve();
  }
  expectedSeconds({ workflow, runClass }: RunKind, id: string): number | null {
    if (workflow !== IN_FRONT) this.setup.lookedUpRunClasses.push(runClass);
    return this.setup.nodes[id]?.runSeconds ?? null;
  }
}

class SetupCharacters extends CharacterReader {
  constructor(private readonly setup: PlanningSetup) {
    super();
  }

  find(ids: readonly string[]): Promise<ReadonlyMap<string, CharacterTraits>> {
    const { characters, characterLookups } = this.setup;
    characterLookups.push(ids);
    const found = ids.filter((id) => Object.hasOwn(characters, id));
    return Promise.resolve(new Map(found.map((id) => [id, { ...BLANK, ...characters[id], id }])));
  }
  names(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(new Map());
  }
  withLoras(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }
}

/** A character that changes nothing. */
const BLANK = {
  trigger: '',
  base_prompt: '',
  source_images: [],
  loras: [],
  defaults: {},
  voice: null,
};

class SetupMedia extends MediaReader {
  constructor(private readonly setup: PlanningSetup) {
    super();
  }

  find(caller: Caller, path: string): Promise<MediaFile | null> {
    return Promise.resolve(findMedia(this.setup, caller, path));
  }
  findAll(): Promise<ReadonlyMap<string, MediaFile>> {
    return Promise.resolve(new Map());
  }
  ownersOf(): Promise<ReadonlyMap<string, string | null>> {
    return Promise.resolve(new Map());
  }
  openContent(): Promise<null> {
    return Promise.resolve(null);
  }
  withBytes(): Promise<never> {
    return Promise.reject(new Error('planning opens no files'));
  }
}

function stateOf(id: string, node: PlannedNode): ProviderState {
  return {
    id,
    name: id,
    kind: 'comfyui',
    base_url: `http://${id}`,
    is_default: false,
    roles: ['image', 'video'],
    status: 'online',
    devices: [],
    queue: { running: 0, pending: 0 },
    last_seen_at: null,
    offline_since: null,
    since: 0,
    last_error: null,
    max_upload_size: 1000,
    ...node,
  };
}

function findMedia(setup: PlanningSetup, caller: Caller, path: string): MediaFile | null {
  const file = setup.media[path];
  const theirs = file?.owner !== undefined && file.owner !== caller.ownerId;
  if (!file || (theirs && !caller.isAdmin)) return null;
  return {
    path,
    type: 'image',
    mime: 'image/png',
    size_bytes: 100,
    sha256: 'ab'.repeat(32),
    owner_id: null,
    extension: '.png',
    width: 8,
    height: 8,
    duration: null,
    fps: null,
    has_audio: null,
    ...file,
  };
}

/** Predictable ids and random numbers. */
export class CountedIds extends Ids {
  private count = 0;

  uuid(): string {
    return `00000000-0000-4000-8000-${String((this.count += 1)).padStart(12, '0')}`;
  }
  token(bytes: number): string {
    return 't'.repeat(Math.ceil((bytes * 4) / 3));
  }
  integer(below: number): number {
    return Math.min(below - 1, 123_456);
  }
}
