import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { chaptersOf, type GuideCall, type HttpCall, type ShellCall } from './guide-calls';

/** A call with its expected and actual status. */
export interface MadeCall {
  readonly call: string;
  readonly expected: number;
  readonly status: number;
}

const CLIP_PATH = '/api/video/generate';

/** On every model family's grid, and quickly drawn. */
const SMALL_CLIP = { width: 256, height: 128, length: 17 };

/** Makes every call of a guide from top to bottom, using only what the guide says. */
export class GuideFollower {
  readonly made: MadeCall[] = [];
  /** Calls that need a value which no earlier call returned. */
  readonly skipped: string[] = [];
  private readonly values = new Map<string, string>();
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
        for (const [name, value] of Object.entries(row)) this.values.set(name, value);
        for (const call of calls) await this.make(call);
      }
  }

  private async make(call: GuideCall): Promise<void> {
    const text = call.kind === 'sh' ? call.script : `${call.path} ${call.body ?? ''}`;
    if (this.unknown(text).length > 0) {
      this.skipped.push(text);
      return;
    }
    const { again, keep } = call;
    let answer: string;
    do answer = await this.once(call);
    while (again?.values.includes(field(answer, again.field)));
    for (const [name, from] of keep) this.values.set(name, field(answer, from));
  }

  private async once(call: GuideCall): Promise<string> {
    // Small clips are quick to make: the service only checks the guide's own body.
    if (call.kind === 'http' && call.path === CLIP_PATH) {
      await this.judged(withFields(call, { submit: false }));
      return this.judged(withFields(call, SMALL_CLIP));
    }
    return this.judged(call);
  }

  private async judged(call: GuideCall): Promise<string> {
    const { status, answer } = call.kind === 'sh' ? await this.run(call) : await this.send(call);
    const label = call.kind === 'sh' ? call.script : `${call.method} ${this.filled(call.path)}`;
    this.made.push({ call: label, expected: call.status, status });
    if (status !== call.status) throw new Error(`${label}: ${status} ${answer}`);
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

  private unknown(text: string): readonly string[] {
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return names.filter((name) => name !== 'uuid' && !this.values.has(name));
  }

  private filled(text: string): string {
    return text.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'uuid' ? randomUUID() : this.values.get(name)!,
    );
  }
}

/** The call with other values in its body. */
function withFields(call: HttpCall, fields: object): HttpCall {
  const body = { ...(JSON.parse(call.body ?? '') as object), ...fields };
  return { ...call, body: JSON.stringify(body) };
}

/** `outputs[0].path` of a JSON text. */
function field(answer: string, path: string): string {
  const result = path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], JSON.parse(answer));
  if (typeof result !== 'string') throw new Error(`there is no ${path} in ${answer}`);
  return result;
}
