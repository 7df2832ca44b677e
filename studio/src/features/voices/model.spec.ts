import { voiceWith } from './model';

describe('voiceWith', () => {
  const voice = { provider: 'elevenlabs', voice_id: 'a', name: 'Sarah', settings: {} };

  it('changes one field', () => {
    expect(voiceWith(voice, { name: 'Sara' })).toEqual({ ...voice, name: 'Sara' });
  });

  it('is null without an id', () => {
    expect(voiceWith(voice, { voice_id: ' ' })).toBeNull();
    expect(voiceWith(null, { name: 'Sarah' })).toBeNull();
  });

  it('begins with the default provider', () => {
    expect(voiceWith(null, { voice_id: 'x' })).toMatchObject({ provider: 'elevenlabs' });
  });
});
