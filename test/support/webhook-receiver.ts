import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { type ReceivedRequest, ScriptedNode } from './scripted-node';

/** A message that a receiver got. */
export interface ReceivedMessage {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Record<string, unknown>;
  readonly asked: ReceivedRequest;
}

type Answer = (response: ServerResponse, message: ReceivedMessage) => void;

/** A server that receives webhooks. By default it answers 204. */
export class WebhookReceiver {
  /** Everything that was sent, also what was answered with an error. */
  readonly messages: ReceivedMessage[] = [];
  answer: Answer = accept;

  private constructor(private readonly node: ScriptedNode) {
    node.setScript((asked, response) => {
      const message = { id: String(asked.headers['webhook-id']), ...parsed(asked), asked };
      this.messages.push(message);
      this.answer(response, message);
    });
  }

  static async start(): Promise<WebhookReceiver> {
    return new WebhookReceiver(await ScriptedNode.start());
  }

  get url(): string {
    return this.node.url;
  }

  stop(): Promise<void> {
    return this.node.stop();
  }
}

export const accept: Answer = (response) => response.writeHead(204).end();
export const refuse: Answer = (response) => response.writeHead(500).end();

const parsed = ({ body }: ReceivedRequest) =>
  JSON.parse(body.toString()) as Pick<ReceivedMessage, 'type' | 'timestamp' | 'data'>;

/** Checks the signature as a receiver does; throws when it is wrong. */
export function verify({ asked }: ReceivedMessage, secret: string): void {
  new Webhook(secret).verify(asked.body, asked.headers as Record<string, string>);
}
