import { readMediaProperties } from './media-properties';

const video = {
  codec_type: 'video',
  width: 832,
  height: 480,
  avg_frame_rate: '30000/1001',
  duration: '5.0',
};

it('reads a video with sound', () => {
  const facts = readMediaProperties({
    streams: [video, { codec_type: 'audio' }],
    format: { duration: '5.005' },
  });
  expect(facts).toMatchObject({
    width: 832,
    height: 480,
    duration: 5.005,
    hasVideo: true,
    hasAudio: true,
  });
  expect(facts.fps).toBeCloseTo(29.97, 2);
});

it('applies the rotation of a recording', () => {
  const streams = [{ ...video, side_data_list: [{}, { rotation: -90 }] }];
  expect(readMediaProperties({ streams })).toMatchObject({ width: 480, height: 832, duration: 5 });
});

it('does not count an attached cover as video', () => {
  const cover = { ...video, disposition: { attached_pic: 1 } };
  const facts = readMediaProperties({
    streams: [{ codec_type: 'audio' }, cover],
    format: { duration: '180' },
  });
  expect(facts).toMatchObject({
    width: null,
    fps: null,
    duration: 180,
    hasVideo: false,
    hasAudio: true,
  });
});

it.each([[{}], [{ streams: [{ ...video, avg_frame_rate: '0/0', duration: 'N/A' }] }]])(
  'leaves unknown properties null: %j',
  (answer) => {
    expect(readMediaProperties(answer)).toMatchObject({
      duration: null,
      fps: null,
      hasAudio: false,
    });
  },
);
