import '../../projects/projects.errors';
import { errorsChapter } from './errors-chapter';

describe('the chapter about errors', () => {
  it('shortens no meaning inside code', () => {
    const lines = errorsChapter()
      .split('\n')
      .filter((line) => line.startsWith('- '));
    const halved = lines.filter((line) => (line.match(/`/g)?.length ?? 0) % 2 === 1);
    expect(halved).toEqual([]);
  });
});
