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

/** A size that every model family accepts, and that is quick to draw. */
const SMALL = { width: 256, height: 128 };

/**
 * Expensive requests, by path with placeholders: the service checks the body of the guide without running it (`check`), then
 * a cheap variant runs.
 */
const COSTLY: Readonly<
  Record<string, (body: Body) => { readonly check: Body; readonly cheap: Body }>
> = {
  '/api/image/generate': (body) => ({ check: { submit: false }, cheap: smaller(body) }),
  '/api/batches': ({ base }) => ({
    check: { dry_run: true },
    cheap: { base: { ...(base as Body), ...smaller(base as Body) } },
  }),
  '/api/video/generate': () => ({ check: { submit: false }, cheap: { ...SMALL, length: 17 } }),
  '/api/projects/{project}/generate': ({ kind, fields }) => ({
    check: { dry_run: true },
    cheap: kind === 'video' ? { fields: { ...(fields as Body), ...SMALL } } : {},
  }),
  '/api/lora-training/start': () => ({ check: {}, cheap: { steps: 100 } }),
};

type Body = Readonly<Record<string, unknown>>;

/** Not every workflow takes a size. */
const smaller = (body: Body): Body => ('width' in body ? SMALL : {});

/** Makes every call of a guide, and of its chapters, from top to bottom, using only what they say. */
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

  async follow(text = this.guide): Promise<void> {
    for (const { calls, rows } of chaptersOf(text))
      for (const row of rows) {
        for (const [name, value] of Object.entries(row)) this.values.set(name, value);
        for (const call of calls) await this.make(call);
      }
  }

  /** The value of an answer, by the name that the guide gave it. */
  value(name: string): string {
    return this.values.get(name) ?? `no ${name}`;
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
    const costly = call.kind === 'http' && call.method === 'POST' ? COSTLY[call.path] : undefined;
    if (call.kind === 'sh' || !costly) return this.judged(call);
    const { check, cheap } = costly(JSON.parse(call.body ?? '') as Body);
    if (Object.keys(check).length > 0)
      await this.judged({ ...withFields(call, check), status: 200 });
    return this.judged(withFields(call, cheap));
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
function withFields(call: HttpCall, fields: Body): HttpCall {
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
