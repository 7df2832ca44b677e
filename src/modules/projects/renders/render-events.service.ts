import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { OwnerNames } from '../../../platform/access/owner-names';
import { Clock } from '../../../platform/clock/clock';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { DelayedPublication } from '../../../platform/events/delayed-publication';
import { EventFeed } from '../../../platform/events/event-feed';
import { eventPayload } from '../../../platform/events/event-payloads';
import { type EventReader, Outbox } from '../../../platform/events/outbox';
import { RenderEventResponse } from '../dto/render.response';
import { type ListedRender, RendersRepository } from '../records/renders.repository';
import { StoryChangesService } from '../tree/story-changes.service';
import { renderRecord } from './render-record';

eventPayload('render', RenderEventResponse);

/** Changes of a render within this time are published as one event. */
const PAUSE_MS = 1000;

/** Stores an event for each new status of a render, and publishes to open streams only how far a running one is. */
@Injectable()
export class RenderEventsService implements OnModuleDestroy {
  private readonly progress: DelayedPublication;

  constructor(
    private readonly gate: WriteGate,
    private readonly outbox: Outbox,
    private readonly feed: EventFeed,
    private readonly rows: RendersRepository,
    private readonly projects: StoryChangesService,
    private readonly owners: OwnerNames,
    clock: Clock,
  ) {
    const publish = (id: string): Promise<void> => this.publish(id);
    this.progress = new DelayedPublication(
      { name: 'renders', pauseMs: PAUSE_MS, publish },
      feed,
      clock,
    );
  }

  /** Runs `change`, which answers whether it changed the render, and stores an event with it. */
  async withEvent(id: string, change: () => Promise<boolean>): Promise<boolean> {
    return this.gate.run(async (tx) => {
      const isChanged = await change();
      if (isChanged) await this.store(tx, id);
      return isChanged;
    });
  }

  /** Stores events of the render as it is in this transaction, and of its project, whose status depends on it. */
  async store(tx: Transaction, id: string): Promise<void> {
    const render = await this.rows.listed(id, tx);
    if (!render) return;
    await this.outbox.add(this.eventOf(render));
    await this.storeOfProject(render);
  }

  /** Stores an event of the render's project only. */
  async storeOfProject({
    project_id,
    owner_id,
  }: Pick<ListedRender, 'project_id' | 'owner_id'>): Promise<void> {
    await this.projects.store({ id: project_id, owner_id }, 'updated');
  }

  /** See `WriteGate`. */
  afterCommit(effect: () => void): void {
    this.gate.afterCommit(effect);
  }

  /** Publishes the render as it is a moment later. */
  progressed(id: string): void {
    this.progress.changed(id);
  }

  async onModuleDestroy(): Promise<void> {
    await this.progress.stop();
  }

  private async publish(id: string): Promise<void> {
    const render = await this.rows.listed(id);
    if (render?.status === 'running') this.feed.publish(this.eventOf(render));
  }

  private eventOf(render: ListedRender) {
    const record = renderRecord(render);
    const { owner_id: ownerId } = render;
    const admins = { ...record, owner: this.owners.nameOf(ownerId) };
    return {
      kind: 'render',
      audience: { to: 'owner', ownerId },
      data: ({ isAdmin }: EventReader) => (isAdmin ? admins : record),
    } as const;
  }
}
