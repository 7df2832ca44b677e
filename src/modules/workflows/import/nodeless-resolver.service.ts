import { Injectable } from '@nestjs/common';
import type { ObjectInfo } from '../../providers/public/comfy-types';
import type { BroughtWorkflow } from './import-text';
import { withLostNumbers } from './lost-numbers';
import { resolveImport, type Resolution } from './resolve-import';

/** Stands for `ImportResolver` where no node can be asked. */
@Injectable()
export class NodelessResolver {
  known(): readonly ObjectInfo[] {
    return [];
  }

  resolve(brought: BroughtWorkflow): Resolution {
    return withLostNumbers(resolveImport(brought, []), brought, []);
  }
}
