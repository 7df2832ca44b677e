import { codedError } from '../../../platform/errors/app-error';
import { errorsChapter } from './errors-chapter';

describe('the chapter about errors', () => {
  it('shortens no meaning inside code', () => {
    codedError({
      code: 'with_code',
      status: 409,
      meaning:
        'It ends at the next one (`end_image: from_next`), which is in `shots`. More follows.',
    });
    expect(errorsChapter()).toContain(
      '- `with_code`: It ends at the next one (`end_image: from_next`), which is in `shots`.\n',
    );
  });
});
