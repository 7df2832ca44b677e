import { param } from '../../../../test/support/workflow-fixtures';
import { fileType, isFileParam } from './file-params';

describe('fileType', () => {
  it('is the media type of a param', () => {
    expect(
      (['image', 'mask', 'audio', 'video', 'text'] as const).map((type) => fileType(param(type))),
    ).toEqual(['image', 'image', 'audio', 'video', undefined]);
    expect(isFileParam(param('mask'))).toBe(true);
    expect(isFileParam(param('model'))).toBe(false);
  });
});
