import type { AnswerCheck } from './answer-check';

/** Calls every route of the chat. */
export async function askAboutChat(ask: AnswerCheck['ask']): Promise<void> {
  const route = '/api/agent/chat';
  const { conversation_id: id } = await ask('post', route, 200, { body: { message: 'status' } });
  const again = { message: 'make 2 pictures of a fox', conversation_id: id, any: 'key' };
  await ask('post', route, 200, { body: again });
  await ask('post', route, 422, { body: {} });
  await ask('post', route, 404, { body: { message: 'help', conversation_id: 'none' } });
  await ask('get', '/api/agent/conversations', 200, { query: '?with_total=true' });
  const path = [String(id)];
  await ask('get', '/api/agent/conversations/{id}', 200, { path });
  await ask('delete', '/api/agent/conversations/{id}', 200, { path });
  await ask('get', '/api/agent/conversations/{id}', 404, { path });
  await ask('delete', '/api/agent/conversations/{id}', 404, { path });
}
