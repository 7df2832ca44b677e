import { SystemClock } from '../../src/platform/clock/clock';
import { ConfigFiles, type Fingerprint } from '../../src/platform/config/config-files';
import { ConfigService } from '../../src/platform/config/config.service';
import type { ConfigSources } from '../../src/platform/config/read-config';

/** Stands for `config.json` without a disk. */
class GivenFiles extends ConfigFiles {
  private content: string;
  private version = 0;

  constructor(
    content: unknown,
    private readonly folder: string,
    private readonly variables: Readonly<Record<string, string>>,
  ) {
    super({ variables, packageFolder: folder, workingFolder: folder });
    this.content = JSON.stringify(content);
  }

  write(content: unknown): void {
    this.content = JSON.stringify(content);
    this.version += 1;
  }

  override fingerprint(): Fingerprint {
    return { key: String(this.version), changedAt: 0 };
  }

  override read(): ConfigSources {
    const { content, folder, variables } = this;
    return { content, variables, folder, workingFolder: folder };
  }
}

export interface TestConfig {
  readonly service: ConfigService;
  /** Replaces the whole file, live: in force at once. */
  write(content: object): void;
}

/** The real configuration service over a file that a test writes: defaults and checks are those of the service. */
export function testConfig(
  content: object = {},
  folder = '/nowhere',
  variables: Readonly<Record<string, string>> = {},
): TestConfig {
  const files = new GivenFiles(content, folder, variables);
  const service = new ConfigService(files, new SystemClock());
  const write = (next: object): void => {
    files.write(next);
    service.expire();
  };
  return { service, write };
}
