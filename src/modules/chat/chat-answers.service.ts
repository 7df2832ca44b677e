import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Caller } from '../../platform/access/caller';
import { CallerWatch } from '../../platform/access/caller-watch';
import { Clock } from '../../platform/clock/clock';
import { errorAnswer } from '../../platform/errors/error-answer';
import { clientGone } from '../../platform/http/client-gone';
import { EventStream } from '../../platform/http/event-stream';
import { ShuttingDown } from '../../platform/http/http.errors';
import type { Once } from '../../platform/http/once-per-key.decorator';
import { Shutdown } from '../../platform/http/shutdown';
import { StreamSlots } from '../../platform/http/stream-slots';
import { joinSignals } from '../../platform/joined-signal';
import { type ChatAnswer, type ChatContext, ChatService } from './chat.service';
import type { ChatDto } from './dto/chat.dto';

interface ChatRequest {
  readonly caller: Caller;
  readonly body: ChatDto;
  readonly once: Once;
}

/** Sends answers of the chat, as JSON or as server-sent events. They end with the caller's access. */
@Injectable()
export class ChatAnswersService {
  constructor(
    private readonly chat: ChatService,
    private readonly callers: CallerWatch,
    private readonly slots: StreamSlots,
    private readonly shutdown: Shutdown,
    private readonly clock: Clock,
  ) {}

  /** @throws what `ChatService` throws, `TooManyStreams`, and the refusal of a caller whose access ends meanwhile */
  async send(request: ChatRequest, response: Response): Promise<void> {
    if (!wantsStream(request.body, response.req)) {
      const ignored = (): void => undefined;
      const answer = await this.answer(request, response, {
        onStart: ignored,
        onAction: ignored,
      });
      response.json(answer);
      return;
    }
    const release = this.slots.acquireStream(request.caller, response.req);
    try {
      await this.stream(request, response);
    } finally {
      release();
    }
  }

  /**
   * `start`, an `action` for each call, then `answer` or `error`. Errors before `start` are answered as usual. A repeat with
   * the same `Idempotency-Key` has no `action`.
   */
  private async stream(request: ChatRequest, response: Response): Promise<void> {
    let stream: EventStream | undefined;
    const onStart = (conversation_id: string): void => {
      stream = new EventStream(response, this.clock, { startMessages: 1, newestId: () => '' });
      stream.send({ event: 'start', data: { conversation_id } });
    };
    try {
      const data = await this.answer(request, response, {
        onStart,
        onAction: (action) => stream?.send({ event: 'action', data: action }),
      });
      if (!stream) onStart(data.conversation_id);
      stream?.send({ event: 'answer', data });
    } catch (error) {
      if (!stream) throw error;
      const { body: failure } = errorAnswer(error, response.getHeader('X-Request-Id')?.toString());
      stream.send({ event: 'error', data: failure });
    }
    stream?.end();
  }

  private async answer(
    { caller, body, once }: ChatRequest,
    response: Response,
    events: Pick<ChatContext, 'onStart' | 'onAction'>,
  ): Promise<ChatAnswer> {
    const watch = this.callers.watch(caller);
    const gone = clientGone(response);
    const { signal, release } = joinSignals(gone, watch.signal, this.shutdown.signal);
    try {
      return await once(body, () =>
        this.chat.answer(caller, body, { sender: response.req, signal, ...events }),
      );
    } catch (error) {
      if (watch.end) throw watch.end.refusal;
      if (gone.aborted) throw gone.reason;
      throw signal.aborted ? new ShuttingDown() : error;
    } finally {
      release();
      watch.release();
    }
  }
}

const wantsStream = ({ stream }: ChatDto, { headers }: Request): boolean =>
  stream ?? (headers.accept ?? '').includes('text/event-stream');
