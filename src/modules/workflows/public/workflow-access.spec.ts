import { builtinCatalogue } from '../../../../test/support/workflow-fixtures';
import { type Caller, UNRESTRICTED } from '../../../platform/access/caller';
import { otherWorkflowsWith } from './workflow-access';

describe('otherWorkflowsWith', () => {
  it.each<[string, Partial<Caller>, string[]]>([
    ['of the same kind, similar ids first', {}, ['sdxl-i2i', 'z-image-upscale']],
    [
      'that the key may use',
      { allowedWorkflows: ['sdxl-t2i', 'z-image-upscale'] },
      ['z-image-upscale'],
    ],
  ])('names the workflows %s', async (_, rights, ids) => {
    const catalogue = await builtinCatalogue();
    const caller = { ...UNRESTRICTED, ...rights };
    const workflow = catalogue.get('sdxl-t2i')!;
    expect(otherWorkflowsWith('denoise', workflow, { caller, catalogue })).toEqual(ids);
    expect(otherWorkflowsWith('end_image', workflow, { caller, catalogue })).toEqual([]);
  });
});
