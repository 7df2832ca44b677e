import { Injectable } from '@nestjs/common';
import { type HealthPart, HealthRegistry } from '../../../platform/observability/health.registry';
import { redactMessage } from '../../providers/public/redact-messages';
import { TrainingInspection } from '../public/training-inspection';

/** Less than the second that a health check may take. */
const PROBE_MS = 800;

/** Reports in `GET /api/health` whether the folders of training exist and the toolkit answers. */
@Injectable()
export class TrainingHealthService {
  constructor(
    health: HealthRegistry,
    private readonly inspection: TrainingInspection,
  ) {
    health.add({ name: 'training', check: () => this.check() });
  }

  private async check(): Promise<HealthPart> {
    const problems = await this.inspection.problems(PROBE_MS);
    if (problems === null) return { status: 'off', detail: 'No training toolkit is configured.' };
    return problems.length === 0
      ? { status: 'ok' }
      : { status: 'degraded', detail: redactMessage(problems.join(' ')) };
  }
}
