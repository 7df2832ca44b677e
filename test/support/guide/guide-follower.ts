import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { chaptersOf, type GuideCall, type HttpCall, type ShellCall } from './guide-calls';

/** A call that was made, and how it ended. */
export interface MadeCall {
  readonly call: string;
  readonly expected: number;
  readonly status: number;
}

/** Somebody who has read the guide and nothing else, and makes every call in it from top to bottom. */
export class GuideFollower {
  readonly made: MadeCall[] = [];
  /** Calls that need what no earlier call could give. */
  readonly left: string[] = [];
  private readonly known = new Map<string, string>();
  private readonly address: string;

  constructor(
    private readonly guide: string,
    private readonly key: string | null,
    /** Where shell blocks run. */
    private readonly folder: string,
  ) {
    this.address = /^KINORA='(\S+)'$/m.exec(guide)?.[1] ?? '';
  }

  async follow(): Promise<void> {
    for (const { calls, rows } of chaptersOf(this.guide))
      for (const row of rows) {
        for (const [name, words] of Object.entries(row)) this.known.set(name, words);
        for (const call of calls) await this.make(call);
      }
  }

  private async make(call: GuideCall): Promise<void> {
    const words = call.kind === 'sh' ? call.script : `${call.path} ${call.body ?? ''}`;
    if (this.unknown(words).length > 0) {
      this.left.push(words);
      return;
    }
    const { again, keep } = call;
    let answer: string;
    do answer = await this.once(call);
    while (again?.values.includes(field(answer, again.field)));
    for (const [name, from] of keep) this.known.set(name, field(answer, from));
  }

  private async once(call: GuideCall): Promise<string> {
    const { status, answer } = call.kind === 'sh' ? await this.run(call) : await this.send(call);
    const said = call.kind === 'sh' ? call.script : `${call.method} ${this.filled(call.path)}`;
    this.made.push({ call: said, expected: call.status, status });
    if (status !== call.status) throw new Error(`${said}: ${status} ${answer}`);
    return answer;
  }

  private async send(call: HttpCall): Promise<{ status: number; answer: string }> {
    const response = await fetch(this.address + this.filled(call.path), {
      method: call.method,
      headers: {
        ...(this.key === null ? {} : { Authorization: `Bearer ${this.key}` }),
        ...(call.body === null ? {} : { 'Content-Type': 'application/json' }),
        ...Object.fromEntries(
          Object.entries(call.headers).map(([name, value]) => [name, this.filled(value)]),
        ),
      },
      ...(call.body === null ? {} : { body: this.filled(call.body) }),
    });
    return { status: response.status, answer: await response.text() };
  }

  private async run(call: ShellCall): Promise<{ status: number; answer: string }> {
    const script = `KINORA='${this.address}'\n${this.filled(call.script)}`;
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: this.folder,
      env: { ...process.env, ...(this.key === null ? {} : { KINORA_KEY: this.key }) },
    });
    // curl -f ends with an error for every status from 400 on.
    return { status: call.status, answer: stdout };
  }

  private unknown(words: string): readonly string[] {
    const names = [...words.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return names.filter((name) => name !== 'uuid' && !this.known.has(name));
  }

  private filled(words: string): string {
    return words.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'uuid' ? randomUUID() : this.known.get(name)!,
    );
  }
}

/** `outputs[0].path` of a JSON text. */
function field(answer: string, path: string): string {
  const value = path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((here, step) => (here as Record<string, unknown>)[step], JSON.parse(answer));
  if (typeof value !== 'string') throw new Error(`there is no ${path} in ${answer}`);
  return value;
}
