import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { liveFeed } from '../../../test/support/events';
import { ManualClock } from '../../../test/support/manual-clock';
import { UNRESTRICTED } from '../access/caller';
import { ShuttingDown } from '../http/http.errors';
import type { StreamSlots } from '../http/stream-slots';
import type { EventHistoryService } from './event-history.service';
import { LiveFeedService } from './live-feed.service';

const neverAborted = new AbortController().signal;

describe('LiveFeedService', () => {
  it('opens no stream whose first events are read while the service begins to end', async () => {
    const clock = new ManualClock();
    const service = new LiveFeedService(
      liveFeed(clock),
      {} as EventHistoryService,
      { acquireStream: () => () => undefined } as unknown as StreamSlots,
      clock,
      { watch: () => ({ signal: neverAborted, end: null, release: () => undefined }) },
    );
    const snapshot = () => {
      service.onModuleDestroy();
      return Promise.resolve([]);
    };
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const served = service.serve(UNRESTRICTED, response, { snapshot });
    await expect(served).rejects.toThrow(ShuttingDown);
    expect(response.headersSent).toBe(false);
  });
});
