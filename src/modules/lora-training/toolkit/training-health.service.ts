import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { type HealthPart, HealthRegistry } from '../../../platform/observability/health.registry';
import { redactMessage } from '../../providers/public/redact-messages';
import { ToolkitFailure } from './toolkit-failures';
import { ToolkitGateway } from './toolkit.gateway';

/** Less than the second that a health check may take. */
const PROBE_MS = 800;

/** Reports in `GET /api/health` whether the training toolkit answers. */
@Injectable()
export class TrainingHealthService implements OnModuleInit {
  constructor(
    private readonly health: HealthRegistry,
    private readonly config: ConfigService,
    private readonly toolkit: ToolkitGateway,
  ) {}

  onModuleInit(): void {
    this.health.add({ name: 'training', check: () => this.check() });
  }

  private async check(): Promise<HealthPart> {
    const { base_url, root } = this.config.current().training;
    if (base_url === null || root === null)
      return { status: 'off', detail: 'No training toolkit is configured.' };
    try {
      await this.toolkit.probe(PROBE_MS);
      return { status: 'ok' };
    } catch (error) {
      if (!(error instanceof ToolkitFailure)) throw error;
      return { status: 'degraded', detail: `${redactMessage(error.message)} Training runs wait.` };
    }
  }
}
