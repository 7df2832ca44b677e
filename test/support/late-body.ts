import { request } from 'node:http';

/** The answer to a request whose body was sent late. */
export interface LateAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A request that has been let in and whose body is still to come. */
export class LateBody {
  private constructor(
    private readonly rest: Buffer,
    private readonly outgoing: ReturnType<typeof request>,
    private readonly answer: Promise<LateAnswer>,
  ) {}

  /**
   * Sends the headers and the first bytes, and waits until the service has begun to serve the request. Whoever asks
   * anything behind that and gets an answer knows that this request has been judged.
   */
  static async begin(
    url: string,
    { method = 'POST', headers, body }: { method?: string; headers: object; body: string | Buffer },
  ): Promise<LateBody> {
    const bytes = Buffer.from(body);
    // Node asks for the body in the moment in which it hands the request on.
    const expecting = { ...headers, 'Content-Length': bytes.length, Expect: '100-continue' };
    const outgoing = request(url, { method, headers: expecting });
    const answer = new Promise<LateAnswer>((resolve, reject) => {
      outgoing.once('error', reject);
      outgoing.once('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: JSON.parse(text) as Record<string, unknown>,
          }),
        );
      });
    });
    answer.catch(() => undefined);
    outgoing.flushHeaders();
    await new Promise<void>((resolve) => outgoing.once('continue', () => resolve()));
    outgoing.write(bytes.subarray(0, 5));
    return new LateBody(bytes.subarray(5), outgoing, answer);
  }

  finish(): Promise<LateAnswer> {
    this.outgoing.end(this.rest);
    return this.answer;
  }
}
