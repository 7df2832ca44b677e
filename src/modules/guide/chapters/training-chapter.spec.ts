import { UNRESTRICTED } from '../../../platform/access/caller';
import type { DescribedWorkflow } from '../../workflows/public/workflow-records';
import type { GuideFacts } from '../guide-facts';
import { trainingChapter } from './training-chapter';

const zImage = {
  id: 'z-image-turbo-t2i',
  modes: ['t2i'],
  kind: 'image',
  source: 'builtin',
  params: {},
  runnable_on: ['gpu'],
  requirements: { vram_gb: null, missing: [] },
  next: [{ step: 'submit', body: {} }],
} as unknown as DescribedWorkflow;

const chapter = (publishes: boolean) =>
  trainingChapter({
    caller: UNRESTRICTED,
    workflows: [zImage],
    nodes: [{ id: 'gpu', status: 'online' }],
    trains: true,
    publishes,
  } as unknown as GuideFacts);

describe('the chapter about training', () => {
  it('publishes a checkpoint and gives it to a character', () => {
    expect(chapter(true)).toMatch(/\/publish[\s\S]*\/bind/);
  });

  it('names the missing setting where nothing can be published', () => {
    expect(chapter(false)).toContain('`training.lora_dir`');
    expect(chapter(false)).not.toMatch(/\/publish|\/bind/);
  });
});
