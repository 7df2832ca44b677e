import { Injectable, Logger } from '@nestjs/common';

export interface MetricSample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A number, or one for each of several things, as it is now. */
export interface Metric {
  /** snake_case with its unit, without the prefix that all have. */
  readonly name: string;
  readonly help: string;
  /** A counter only grows while the process runs; its name ends with `_total`. */
  readonly type: 'gauge' | 'counter';
  /** Each scrape waits for it. */
  readonly read: () => readonly MetricSample[] | Promise<readonly MetricSample[]>;
}

/** Modules add their metrics in their constructors; `GET /metrics` reads all of them. */
@Injectable()
export class MetricsRegistry {
  private readonly logger = new Logger('Metrics');
  private readonly metrics = new Map<string, Metric>();

  /** Two metrics of one name are a programming error. */
  add(metric: Metric): void {
    if (this.metrics.has(metric.name)) throw new Error(`metric ${metric.name} is added twice`);
    this.metrics.set(metric.name, metric);
  }

  /** All metrics in the text format of Prometheus. One that can't be read is left out, so that the others are still seen. */
  async text(): Promise<string> {
    const blocks = await Promise.all([...this.metrics.values()].map((one) => this.block(one)));
    return blocks.join('');
  }

  private async block({ name, help, type, read }: Metric): Promise<string> {
    const fullName = `kinora_${name}`;
    try {
      const lines = (await read()).map(
        (sample) => `${fullName}${labelText(sample)} ${sample.value}`,
      );
      return `${[`# HELP ${fullName} ${help}`, `# TYPE ${fullName} ${type}`, ...lines].join('\n')}\n`;
    } catch (error) {
      this.logger.warn({ err: error, metric: fullName }, 'a metric could not be read');
      return '';
    }
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n' };

function labelText({ labels = {} }: MetricSample): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (letter) => ESCAPES[letter] ?? '')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
