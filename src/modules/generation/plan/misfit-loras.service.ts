import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { Plain } from '../../../platform/plain';
import { otherBase } from '../../models/public/base-models';
import { ModelHeaders } from '../../models/public/model-headers';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import type { NotAppliedResponse } from '../dto/character-use.response';

export type MisfitLora = Plain<NotAppliedResponse>;

/** What a job loads on its node. */
interface LoadedModels {
  readonly provider: string;
  /** File names. */
  readonly loras: readonly string[];
  readonly models: readonly string[];
}

/** Finds LoRAs whose weights the node would skip without an error, because they are for another base model. */
@Injectable()
export class MisfitLorasService {
  constructor(
    private readonly directory: ProviderDirectory,
    private readonly headers: ModelHeaders,
  ) {}

  /** Reads the headers of the LoRAs, which takes up to some seconds. */
  async find(caller: Caller, loaded: LoadedModels): Promise<readonly MisfitLora[]> {
    const { provider, loras } = loaded;
    if (loras.length > 0 && this.directory.get(provider)?.status === 'online')
      await this.headers.loadLoras(caller, provider, loras);
    return this.known(loaded);
  }

  /** Those whose headers are known already, at once. */
  known({ provider, loras, models }: LoadedModels): readonly MisfitLora[] {
    return [...this.headers.baseModels(provider, loras)].flatMap(([name, base]) => {
      const why = otherBase(base, models);
      if (why === null) return [];
      return [{ character: null, field: 'loras', name, why_not: `It does nothing here: ${why}.` }];
    });
  }
}
