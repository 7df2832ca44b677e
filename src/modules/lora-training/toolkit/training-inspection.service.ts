import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import type { TrainingInspection } from '../public/training-inspection';
import { isFolder } from '../training-root.store';
import { ToolkitFailure } from './toolkit-failures';
import { ToolkitGateway } from './toolkit.gateway';

@Injectable()
export class TrainingInspectionService implements TrainingInspection {
  constructor(
    private readonly config: ConfigService,
    private readonly toolkit: ToolkitGateway,
  ) {}

  async problems(timeoutMs: number): Promise<readonly string[] | null> {
    const { base_url, root, lora_dir } = this.config.current().training;
    if (base_url === null || root === null) return null;
    const problems: string[] = [];
    if (!(await isFolder(root)))
      problems.push('The folder training.root is not there: create it, or mount it.');
    if (lora_dir !== null && !(await isFolder(lora_dir)))
      problems.push('The folder training.lora_dir is not there: create it, or mount it.');
    try {
      await this.toolkit.probe(timeoutMs);
    } catch (error) {
      if (!(error instanceof ToolkitFailure)) throw error;
      problems.push(`${error.message} Training runs wait.`);
    }
    return problems;
  }
}
