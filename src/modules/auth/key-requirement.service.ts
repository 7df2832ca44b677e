import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ConfigService } from '../../platform/config/config.service';
import { HealthRegistry, type HealthPart } from '../../platform/observability/health.registry';
import { KeyHolders } from '../agents/public/key-holders';

const OPEN = 'No key is required: whoever reaches this service may do everything.';
const OPEN_DESPITE_KEYS = `${OPEN} There are keys, though: set security.require_api_key to true to require them.`;
const REQUIRED = 'Every request needs a key.';

/** Whether requests currently need a key; logged at start and at each change, and reported in health. */
@Injectable()
export class KeyRequirementService implements OnApplicationBootstrap {
  private readonly log = new Logger('Keys');
  private logged: boolean | undefined;

  constructor(
    private readonly config: ConfigService,
    private readonly holders: KeyHolders,
    health: HealthRegistry,
  ) {
    health.add({ name: 'keys', check: () => this.state() });
  }

  isRequired(): boolean {
    const { require_api_key } = this.config.current().security;
    if (this.logged !== undefined && this.logged !== require_api_key)
      this.log.warn(require_api_key ? REQUIRED : OPEN);
    this.logged = require_api_key;
    return require_api_key;
  }

  async onApplicationBootstrap(): Promise<void> {
    this.isRequired();
    const detail = await this.detail();
    // Keys exist, so this is probably a lost config.json rather than intended.
    if (detail === OPEN_DESPITE_KEYS) this.log.warn(detail);
    else this.log.log(detail);
  }

  private async state(): Promise<HealthPart> {
    return { status: 'ok', detail: await this.detail() };
  }

  private async detail(): Promise<string> {
    if (this.isRequired()) return REQUIRED;
    return (await this.holders.exist()) ? OPEN_DESPITE_KEYS : OPEN;
  }
}
