import { recording } from '../../../../test/support/recordings';
import { acceptedAsOther, readSubmitAnswer } from './submit-response';

const answer = (status: number, body: unknown) => ({ status, body, retryAfterMs: 7000 });

function recorded(name: string, promptId = 'x') {
  const { status, body } = recording(name).response;
  return readSubmitAnswer(answer(status, typeof body === 'string' ? undefined : body), promptId);
}

describe('readSubmitAnswer', () => {
  it('reads an acceptance', () => {
    expect(recorded('prompt_client_prompt_id', '9e60debd-6627-452a-a249-eba9d3112069')).toEqual({
      kind: 'accepted',
      number: 36,
      nodeErrors: {},
    });
  });

  it('keeps the node errors of a half-accepted prompt', () => {
    const read = recorded('prompt_ok_with_node_errors', '02710966-9710-4750-ae29-e9a38e4e97db');
    expect(read).toMatchObject({
      kind: 'accepted',
      nodeErrors: { 3: { class_type: 'SaveImage' } },
    });
  });

  it.each([
    ['prompt_err_missing_node_class', /NoSuchNode/],
    ['prompt_err_required_input_missing', /width/],
    ['prompt_client_prompt_id_not_uuid', /UUID/],
    ['prompt_body_too_big', /larger than the node takes/],
  ])('%s is a refusal', (name, message) => {
    expect(recorded(name)).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(message),
    });
  });

  it('is uncertain after a 500: the prompt may be in the queue', () => {
    expect(recorded('prompt_duplicate_pending_2_same_number').kind).toBe('uncertain');
  });

  it.each([
    [200, undefined, 'uncertain'],
    [200, [], 'uncertain'],
    [200, { ok: true }, 'uncertain'],
    [200, { prompt_id: 'x' }, 'uncertain'],
    [200, { prompt_id: 'x', number: 'one' }, 'uncertain'],
    [200, { prompt_id: 'other', number: 1 }, 'refused'],
    [201, { prompt_id: 'x', number: 1 }, 'accepted'],
    [301, undefined, 'not_delivered'],
    [400, undefined, 'refused'],
    [401, undefined, 'not_delivered'],
    [403, undefined, 'not_delivered'],
    [404, undefined, 'not_delivered'],
    [408, undefined, 'uncertain'],
    [422, { error: 'x' }, 'refused'],
    [429, undefined, 'busy'],
    [500, undefined, 'uncertain'],
    [502, undefined, 'uncertain'],
    [503, undefined, 'busy'],
  ])('status %i with %j: %s', (status, body, kind) => {
    expect(readSubmitAnswer(answer(status, body), 'x').kind).toBe(kind);
  });

  it.each([
    [200, { prompt_id: 'other', number: 1 }, 'other'],
    [200, { prompt_id: 'x', number: 1 }, null],
    [200, { prompt_id: 5 }, null],
    [500, { prompt_id: 'other' }, null],
    [200, undefined, null],
  ])('status %i with %j: accepted under the id %j', (status, body, id) => {
    expect(acceptedAsOther(answer(status, body), 'x')).toBe(id);
  });

  it('reads 0.3.64’s message about an unknown class', () => {
    const body = {
      error: {
        type: 'invalid_prompt',
        message: 'Cannot execute because node NoSuchNode does not exist.',
        details: "Node ID '#1'",
        extra_info: {},
      },
      node_errors: [],
    };
    expect(readSubmitAnswer(answer(400, body), 'x')).toEqual({
      kind: 'refused',
      message: "Cannot execute because node NoSuchNode does not exist.: Node ID '#1'",
      nodeErrors: {},
    });
  });
});
