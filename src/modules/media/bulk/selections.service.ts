import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ownerFilter } from '../../../platform/access/scope';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { MediaListRepository } from '../catalogue/media-list.repository';
import { MediaPositions } from '../catalogue/media-positions';
import { MediaRepository } from '../catalogue/media.repository';
import { MediaScopesService } from '../catalogue/media-scopes.service';
import type { MediaFilterDto } from '../dto/media-filter.dto';
import { type MediaExpression, withinOwner } from '../index/media-expression';
import { MediaReferences } from '../public/media-references';
import { MediaSelections, type SelectionOptions } from '../public/media-selections';
import { narrows } from '../public/saved-media-filter.dto';
import { MAX_PATHS, type MediaSelectionDto } from './dto/bulk.dto';
import { isAboutTrash, type ItemAction } from './item-actions';

/** The media that a request is about: listed, or the filter for more than 1,000. */
export type Selection =
  | { readonly kind: 'paths'; readonly count: number; readonly paths: readonly string[] }
  | {
      readonly kind: 'filter';
      readonly count: number;
      readonly expression: MediaExpression;
      /** Only positions below: what was there at the request. */
      readonly before: number;
    };

/** Reads which media a request names, by path or by filter. */
@Injectable()
export class SelectionsService implements MediaSelections {
  constructor(
    private readonly rows: MediaRepository,
    private readonly lists: MediaListRepository,
    private readonly scopes: MediaScopesService,
    private readonly positions: MediaPositions,
    private readonly references: MediaReferences,
  ) {}

  /** @throws ValidationFailed */
  async select(
    caller: Caller,
    { paths, filter }: MediaSelectionDto,
    action: ItemAction,
  ): Promise<Selection> {
    if ((paths === undefined) === (filter === undefined))
      throw ValidationFailed.at(['body', 'paths'], 'Send either paths or a filter.');
    if (filter) return this.byFilter(caller, filter, action);
    const unique = [...new Set(paths)];
    const count = await this.rows.count(ownerFilter(caller), unique, isAboutTrash(action));
    return { kind: 'paths', count, paths: unique };
  }

  async newest(
    caller: Caller,
    filter: MediaFilterDto,
    { isForTraining, limit }: SelectionOptions,
  ): Promise<readonly string[]> {
    const expression = await this.expressionOf(caller, filter, false);
    if (!expression) return [];
    const assets = isForTraining
      ? await this.lists.forTraining(expression, limit)
      : await this.lists.window(expression, { limit });
    return assets.map(({ path }) => path);
  }

  /** Which of these media in the trash other modules still name. @param paths at most 1,000 */
  async stillUsed(caller: Caller, paths: readonly string[]): Promise<readonly string[]> {
    const own = await this.rows.findMany(ownerFilter(caller), paths, { trashed: true });
    const trashed = own.filter(({ trashed_at }) => trashed_at !== null);
    return [...(await this.references.named(trashed.map(({ path }) => path)))];
  }

  private async byFilter(
    caller: Caller,
    filter: MediaFilterDto,
    action: ItemAction,
  ): Promise<Selection> {
    if (!narrows(filter))
      throw ValidationFailed.at(['body', 'filter'], 'Send at least one filter.');
    const before = this.positions.newest() + 1;
    const own = await this.expressionOf(caller, filter, isAboutTrash(action));
    if (!own) return { kind: 'paths', count: 0, paths: [] };
    const count = await this.lists.countAll(own, before);
    if (count > MAX_PATHS) return { kind: 'filter', count, expression: own, before };
    // What is answered as the count, and compared with the expected one, is what is changed.
    const listed = await this.lists.window(own, { before, limit: MAX_PATHS });
    return { kind: 'paths', count: listed.length, paths: listed.map(({ path }) => path) };
  }
  /** What a filter finds among the caller's own media; `null` when that can be nothing. */
  private async expressionOf(
    caller: Caller,
    filter: MediaFilterDto,
    trashed: boolean,
  ): Promise<MediaExpression | null> {
    if (filter.trashed !== undefined && filter.trashed !== trashed)
      throw ValidationFailed.at(
        ['body', 'filter', 'trashed'],
        `Leave this out: the request is about what is ${trashed ? '' : 'not '}in the trash.`,
      );
    const { owner, ...rest } = filter;
    const asked = owner === undefined || owner === '*' ? rest : filter;
    const { expression } = await this.scopes.scope(caller, { ...asked, trashed }, [
      'body',
      'filter',
    ]);
    return expression && owner === undefined ? withinOwner(expression, caller.ownerId) : expression;
  }
}
