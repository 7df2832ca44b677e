import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ConfigService } from '../../platform/config/config.service';
import { HealthRegistry, type HealthPart } from '../../platform/observability/health.registry';
import { KeyHolders } from '../agents/public/key-holders';

const OPEN = 'No key is required: whoever reaches this service may do everything.';
const ALTHOUGH = `${OPEN} There are keys, though: set security.require_api_key to true to require them.`;
const REQUIRED = 'Every request needs a key.';

/** Whether requests need a key, as of now (spec §5.6); says so at the start, at each switch, and in health. */
@Injectable()
export class KeyRequirementService implements OnApplicationBootstrap {
  private readonly log = new Logger('Keys');
  private told: boolean | undefined;

  constructor(
    private readonly config: ConfigService,
    private readonly holders: KeyHolders,
    private readonly health: HealthRegistry,
  ) {}

  isRequired(): boolean {
    const { require_api_key } = this.config.current().security;
    if (this.told !== undefined && this.told !== require_api_key)
      this.log.warn(require_api_key ? REQUIRED : OPEN);
    this.told = require_api_key;
    return require_api_key;
  }

  async onApplicationBootstrap(): Promise<void> {
    this.health.add({ name: 'keys', check: () => this.state() });
    this.isRequired();
    const detail = await this.detail();
    // Somebody who has made keys hardly means to do without them: a lost config.json does that.
    if (detail === ALTHOUGH) this.log.warn(detail);
    else this.log.log(detail);
  }

  private async state(): Promise<HealthPart> {
    return { status: 'ok', detail: await this.detail() };
  }

  private async detail(): Promise<string> {
    if (this.isRequired()) return REQUIRED;
    return (await this.holders.exist()) ? ALTHOUGH : OPEN;
  }
}
