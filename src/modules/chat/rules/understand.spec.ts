import { answerIn, type Intent, understand } from './understand';

const JOB = '0b9d6a52-6f0e-4a77-9a1c-9f2b4b1f9a10';
const PATH = 'kitchen-5f0c3b52-6f0e-4a77-9a1c-9f2b4b1f9a10-0.png';

const image = (prompt: string, count = 1): Intent => ({
  kind: 'make',
  what: 'image',
  prompt,
  count,
});
const video = (prompt: string): Intent => ({ kind: 'make', what: 'video', prompt, count: 1 });
const find = (type: 'image' | 'video' | 'audio' | null, words: string): Intent => ({
  kind: 'find',
  type,
  words,
});
const animate = (path: string | null, prompt = ''): Intent => ({ kind: 'animate', path, prompt });

describe('understand', () => {
  it.each<[string, Intent]>([
    ['make a picture of a red fox in the snow', image('a red fox in the snow')],
    ['Make me a photo of Mara!', image('Mara')],
    ['please draw a lighthouse at dusk.', image('a lighthouse at dusk')],
    ['Can you paint me an old harbour?', image('an old harbour')],
    ['could you please generate an image showing two cats', image('two cats')],
    ['I would like to create a painting of the sea', image('the sea')],
    ['let’s make a drawing: a house, 3 windows', image('a house, 3 windows')],
    ['make four pictures of a fox', image('a fox', 4)],
    ['generate 12 images of a fox', image('a fox', 12)],
    ['make a\n  picture of\ta fox', image('a fox')],
    ['make a video of waves', video('waves')],
    ['create a short clip of waves', { kind: 'unknown' }],
    ['make an animation where a ball bounces', video('a ball bounces')],
    ['animate it', animate(null)],
    ['animate the last picture so that the fox runs', animate(null, 'the fox runs')],
    [`animate ${PATH}: snow falls`, animate(PATH, 'snow falls')],
    [`animate /media/${PATH}`, animate(PATH)],
    [`make a video of ${PATH} with falling snow`, animate(PATH, 'falling snow')],
    ['make a clip from the latest picture', animate(null)],
    ['find pictures of a fox', find('image', 'fox')],
    ['show me my videos', find('video', '')],
    ['show me the latest pictures', find('image', '')],
    ['list all media', find(null, '')],
    ['look for sounds named wind', find('audio', 'wind')],
    ['find red fox', find(null, 'red fox')],
    ['status', { kind: 'status', job: null }],
    ['how far is it?', { kind: 'status', job: null }],
    ['Is my picture ready yet?', { kind: 'status', job: null }],
    ['what’s running', { kind: 'status', job: null }],
    [`status of ${JOB}`, { kind: 'status', job: JOB }],
    ['cancel', { kind: 'cancel', job: null }],
    ['stop it', { kind: 'cancel', job: null }],
    ['cancel the last job', { kind: 'cancel', job: null }],
    [`cancel job ${JOB}`, { kind: 'cancel', job: JOB }],
    ['cancel everything', { kind: 'cancel_all' }],
    ['cancel all my jobs', { kind: 'cancel_all' }],
    ['again', { kind: 'again' }],
    ['another one', { kind: 'again' }],
    ['list the workflows', { kind: 'workflows' }],
    ['help', { kind: 'help' }],
    ['What can you do?', { kind: 'help' }],
    ['thank you so much', { kind: 'thanks' }],
    ['what is the meaning of life', { kind: 'unknown' }],
    ['make', { kind: 'unknown' }],
    ['make a picture', { kind: 'unknown' }],
    ['', { kind: 'unknown' }],
  ])('understands %j', (message, intent) => {
    expect(understand(message)).toEqual(intent);
  });

  it('understands nothing in a message of 100,000 letters', () => {
    expect(understand('x'.repeat(100_000))).toEqual({ kind: 'unknown' });
  });

  it.each<[string, 'yes' | 'no' | null]>([
    ['yes', 'yes'],
    ['Yes, please!', 'yes'],
    ['go ahead.', 'yes'],
    ['no', 'no'],
    ['never mind', 'no'],
    ['no thanks', 'no'],
    ['yes, and make another one', null],
    ['yesterday', null],
    ['not sure', null],
  ])('reads %j as the answer %j', (message, answer) => {
    expect(answerIn(message)).toBe(answer);
  });
});
