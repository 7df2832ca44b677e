import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { mayRead } from '../../platform/access/scope';
import { AuditLogService } from '../../platform/audit/audit-log.service';
import { ValidationFailed } from '../../platform/errors/validation-failed';
import { readPage, toPage } from '../../platform/http/paging';
import { nameFinder, withNearest } from '../../platform/nearest-names';
import { foldText, searchWords } from '../../platform/search-text';
import { mediaPath } from '../media/public/media-path';
import { MediaReader } from '../media/public/media-reader';
import { NodeAccess } from '../providers/public/node-access';
import { PRIVATE_FOLDERS } from '../providers/public/private-folders';
import { requireProvider } from '../providers/public/provider-access';
import { ProviderDirectory } from '../providers/public/provider-directory';
import type { ModelPatchDto, ModelsQuery } from './dto/model.request';
import type { ModelPage, ModelRecord } from './dto/model.response';
import type { ModelHeader } from './model-header';
import type { ModelNoteRow } from './model.entity';
import { MAX_HEADERS, ModelHeadersService } from './model-headers.service';
import { MergedModelLists, type NodesModel } from './merged-model-lists';
import { ModelHeadersLoading } from './models.errors';
import { ModelsRepository } from './models.repository';

interface ListedModel extends NodesModel {
  readonly note: ModelNoteRow | undefined;
}

/** The model files of the nodes, with what they and the admins say about them. */
@Injectable()
export class ModelsService {
  private readonly merged = new MergedModelLists();
  private readonly searchedHeaders = new WeakMap<ModelHeader, SearchedText>();

  constructor(
    private readonly providers: ProviderDirectory,
    private readonly nodes: NodeAccess,
    private readonly headers: ModelHeadersService,
    private readonly rows: ModelsRepository,
    private readonly media: MediaReader,
    private readonly auditLog: AuditLogService,
  ) {}

  /** By name. Files of nodes that are away are left out. @throws ProviderNotFound */
  async page(caller: Caller, folder: string, query: ModelsQuery): Promise<ModelPage> {
    const request = readPage(query, folder);
    const all = await this.listed(caller, folder, query.provider);
    const matching = await this.matching(caller, all, query);
    const { after, limit } = request;
    const rest = after === null ? matching : matching.filter(({ name }) => name > after.id);
    const rows = rest.slice(0, limit + 1);
    await this.load(caller, rows);
    const records = await this.records(caller, rows);
    return toPage(records, request, {
      position: ({ name }) => ({ sort: name, id: name }),
      item: (record) => record,
      total: request.withTotal ? matching.length : undefined,
    });
  }

  /** Changes the description of a file of the nodes. @throws ValidationFailed for a file or picture that isn't there */
  async update(caller: Caller, folder: string, body: ModelPatchDto): Promise<ModelRecord> {
    const { name, title, triggers } = body;
    const model = await this.named(caller, folder, name);
    const preview =
      typeof body.preview === 'string' ? await this.picture(caller, body.preview) : body.preview;
    const columns = changesOf(model.note, { title, triggers, preview });
    if (Object.keys(columns).length > 0) {
      const subject = `${folder}/${name}`;
      const operation = { action: 'model.update', kind: 'model', subject, ownerId: null };
      await this.rows.note(folder, name, columns, (tx) =>
        this.auditLog.record(tx, caller, { ...operation, details: columns }),
      );
    }
    const changed = await this.named(caller, folder, name);
    await this.load(caller, [changed]);
    const [record] = await this.records(caller, [changed]);
    if (!record) throw new Error('each model has a record');
    return record;
  }

  /** @throws ValidationFailed when no node that is online has it */
  private async named(caller: Caller, folder: string, name: string): Promise<ListedModel> {
    const listed = await this.listed(caller, folder, undefined);
    const model = listed.find((one) => one.name === name);
    if (model) return model;
    const offered = listed.slice(0, MAX_COMPARED).map((one) => one.name);
    const sentence = `Send the name of a file that a node has which is online now: GET /api/models/${folder} lists them.`;
    const nearest = nameFinder(offered, withoutExtension)(name);
    throw ValidationFailed.at(['body', 'name'], withNearest(sentence, nearest));
  }

  private load(caller: Caller, models: readonly ListedModel[]): Promise<number> {
    return this.headers.load(
      caller,
      models.map(({ file }) => file),
    );
  }

  private async picture(caller: Caller, sent: string): Promise<string> {
    const path = mediaPath(sent);
    const file = path === null ? null : await this.media.find(caller, path);
    if (file?.type !== 'image')
      throw ValidationFailed.at(['body', 'preview'], 'Send the path of a picture of yours.');
    return file.path;
  }

  private async listed(
    caller: Caller,
    folder: string,
    provider: string | undefined,
  ): Promise<readonly ListedModel[]> {
    const states =
      provider === undefined ? this.providers.list() : [requireProvider(this.providers, provider)];
    if (PRIVATE_FOLDERS.has(folder) && !caller.isAdmin) return [];
    const online = states.filter(({ status }) => status === 'online');
    const lists = await Promise.all(
      online.map(async ({ id }) =>
        // A node that fails just now has no files in this list.
        this.filesOn(id, folder).catch(() => NO_NAMES),
      ),
    );
    const providerIds = online.map(({ id }) => id);
    const models = this.merged.merge(folder, providerIds, lists);
    const notes = await this.rows.notes(folder);
    return models.map((model) => ({ ...model, note: notes.get(model.name) }));
  }

  /** Callers choose the folder: nodes are asked only for those that they have. */
  private async filesOn(provider: string, folder: string): Promise<readonly string[]> {
    const folders = await this.nodes.modelFolders(provider);
    return folders.includes(folder) ? await this.nodes.models(provider, folder) : NO_NAMES;
  }

  /** `base_model` needs the headers of all files, the words only what is known already. */
  private async matching(
    caller: Caller,
    models: readonly ListedModel[],
    { q = '', base_model }: ModelsQuery,
  ): Promise<readonly ListedModel[]> {
    const words = searchWords(q);
    if (base_model === undefined && words.length === 0) return models;
    if (base_model !== undefined) await this.loadAll(caller, models);
    const wantedBase = foldText(base_model ?? '');
    return models.filter((model) => {
      const { text, base } = this.searched(model);
      const isOfBase = base.includes(wantedBase);
      return isOfBase && words.every((word) => model.text.includes(word) || text.includes(word));
    });
  }

  /** @throws ModelHeadersLoading, ValidationFailed */
  private async loadAll(caller: Caller, models: readonly ListedModel[]): Promise<void> {
    if (models.length > MAX_HEADERS)
      throw ValidationFailed.at(
        ['query', 'base_model'],
        `Leave it out, or name a provider: it is looked up in at most ${MAX_HEADERS} files, and there are ${models.length}.`,
      );
    const missing = await this.load(caller, models);
    if (missing > 0) throw new ModelHeadersLoading(missing);
  }

  /** What is searched of a model besides its name. */
  private searched(model: ListedModel): SearchedText {
    // Admins describe few files.
    if (model.note) return searchedText(this.described(model));
    const header = this.headers.cached(model.file);
    const known = this.searchedHeaders.get(header);
    if (known) return known;
    const searched = searchedText(header);
    this.searchedHeaders.set(header, searched);
    return searched;
  }

  private described(model: ListedModel) {
    const { note } = model;
    const header = this.headers.cached(model.file);
    return {
      title: note?.title ?? header.title,
      triggers: [...(note?.triggers ?? header.triggers)],
      baseModel: header.baseModel,
      recommendedStrength: header.recommendedStrength,
    };
  }

  /** A fixed number of statements, however many models. */
  private async records(caller: Caller, models: readonly ListedModel[]): Promise<ModelRecord[]> {
    const uses = await this.rows.usesOf(
      caller,
      models.map(({ name }) => name),
    );
    const owners = await this.media.ownersOf(
      models.flatMap(({ note }) => (note?.preview ? [note.preview] : [])),
    );
    return models.map((model) => {
      const { title, triggers, baseModel, recommendedStrength } = this.described(model);
      const preview = model.note?.preview ?? null;
      const owner = preview === null ? undefined : owners.get(preview);
      return {
        name: model.name,
        title,
        triggers,
        base_model: baseModel,
        on: [...model.file.providers],
        preview: owner !== undefined && mayRead(caller, owner) ? preview : null,
        recommended_strength: recommendedStrength,
        last_used_at: uses.get(model.name) ?? null,
      };
    });
  }
}

const NO_NAMES: readonly string[] = [];

/** Names that a wrong one is compared with. */
const MAX_COMPARED = 20_000;

const withoutExtension = (name: string): string => name.replace(/\.[^.]*$/, '');

type Described = Pick<ModelNoteRow, 'title' | 'triggers' | 'preview'>;

const NOT_DESCRIBED: Described = { title: null, triggers: null, preview: null };

/** The columns that were sent and differ from what is stored. */
function changesOf(
  stored: Described | undefined,
  sent: { readonly [Name in keyof Described]: Described[Name] | undefined },
): Partial<Described> {
  const current = stored ?? NOT_DESCRIBED;
  const isChange = ([name, value]: [string, unknown]): boolean =>
    value !== undefined &&
    JSON.stringify(value) !== JSON.stringify(current[name as keyof Described]);
  return Object.fromEntries(Object.entries(sent).filter(isChange));
}

/** What is searched, folded. */
interface SearchedText {
  /** Title and triggers. */
  readonly text: string;
  readonly base: string;
}

const searchedText = ({
  title,
  triggers,
  baseModel,
}: Pick<ModelHeader, 'title' | 'triggers' | 'baseModel'>): SearchedText => ({
  text: foldText([title ?? '', ...triggers].join(' ')),
  base: foldText(baseModel ?? ''),
});
